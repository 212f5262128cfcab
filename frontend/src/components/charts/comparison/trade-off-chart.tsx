import { useMemo } from 'react';
import { CartesianGrid, ComposedChart, ErrorBar, Line, Scatter, Tooltip, XAxis, YAxis } from 'recharts';

import { acrossAxis, plainLine, plotSize, Sized, TipBox, valueAxis } from '@/components/charts/kit/chart-kit';
import { latency, rate, tick } from '@/components/words/format';

import classes from './delta-chart.module.css';
import { frontierOf, type TradeOffPoint, tradeOffScales, tradeOffSummary } from './trade-off-data';

interface TradeOffChartProps {
  points: TradeOffPoint[];
  /** “p99 latency”. */
  latencyName: string;
  onSelect?: (id: string) => void;
}

const HEIGHT = 340;
const LETTER_PX = 6.2;
const FILLS = { baseline: 'var(--dyno-a)', control: 'none', variant: 'var(--dyno-dot)' };

/** Throughput to the right, latency upwards: the best are right and low. */
export function TradeOffChart({ points, latencyName, onSelect }: TradeOffChartProps) {
  return (
    <Sized height={HEIGHT} label={tradeOffSummary(points, latencyName)}>
      {(width) => <Plane {...{ points, latencyName, width, onSelect }} />}
    </Sized>
  );
}

function Plane({ points, latencyName, width, onSelect }: TradeOffChartProps & { width: number }) {
  const frontier = useMemo(() => frontierOf(points), [points]);
  const { x, y } = useMemo(() => tradeOffScales(points, [Math.max(3, width / 110), 5]), [points, width]);
  const best = new Map(frontier.map(({ id }, n) => [id, n]));
  return (
    <ComposedChart data={frontier} {...plotSize(width, HEIGHT, { top: 16, right: 40, bottom: 4 })}>
      <CartesianGrid syncWithTicks stroke="var(--dyno-grid)" />
      <XAxis
        {...acrossAxis(x, (value) => `${tick(value, '1/s')}${value === x.ticks.at(-1) ? ' req/s' : ''}`)}
        dataKey="rate"
      />
      <YAxis {...valueAxis(y, 's')} width={62} allowDataOverflow />
      <Tooltip
        isAnimationActive={false}
        cursor={false}
        content={({ active, payload }) => {
          const point = payload.map((entry) => entry.payload as TradeOffPoint | undefined).at(-1);
          return active && point ? <Tip point={point} latencyName={latencyName} best={best} /> : null;
        }}
      />
      <Line
        dataKey="latency"
        stroke="var(--dyno-accent)"
        strokeDasharray="4 4"
        strokeWidth={1.5}
        {...plainLine}
      />
      <Scatter
        data={points}
        dataKey="latency"
        isAnimationActive={false}
        shape={(props: unknown) => <Dot {...(props as DotProps)} {...{ best, width, onSelect }} />}
      >
        {(['x', 'y'] as const).map((direction) => (
          <ErrorBar
            key={direction}
            dataKey={direction === 'x' ? 'rateHalf' : 'latencyHalf'}
            direction={direction}
            width={4}
            stroke="var(--dyno-ink)"
            strokeOpacity={0.45}
            isAnimationActive={false}
          />
        ))}
      </Scatter>
    </ComposedChart>
  );
}

interface DotProps {
  cx?: number;
  cy?: number;
  payload?: TradeOffPoint;
  best: Map<string, number>;
  width: number;
  onSelect?: (id: string) => void;
}

function Dot({ cx, cy, payload, best, width, onSelect }: DotProps) {
  if (!payload || cx === undefined || cy === undefined) return null;
  const { id, name, role } = payload;
  const isBest = best.has(id);
  // Neighbours on the frontier are often close: their names stand on opposite sides.
  const below = (best.get(id) ?? 0) % 2 === 1;
  const right = below && cx + 9 + name.length * LETTER_PX < width;
  const label = {
    x: right ? cx + 9 : cx - 9,
    y: below ? cy + 18 : cy - 10,
    textAnchor: right ? 'start' : 'end',
  } as const;
  return (
    <g style={{ cursor: onSelect ? 'pointer' : undefined }} onClick={() => onSelect?.(id)}>
      <circle
        cx={cx}
        cy={cy}
        r={isBest ? 6 : 4.5}
        fill={isBest ? 'var(--dyno-accent)' : FILLS[role]}
        stroke={role === 'control' ? 'var(--dyno-dot)' : 'var(--dyno-surface)'}
        strokeWidth={1.5}
      />
      {(isBest || role === 'baseline') && (
        <text
          {...label}
          className={classes.tick}
          stroke="var(--dyno-surface)"
          strokeWidth={4}
          paintOrder="stroke"
        >
          {name.length > 28 ? `${name.slice(0, 27)}…` : name}
        </text>
      )}
    </g>
  );
}

interface TipProps {
  point: TradeOffPoint;
  latencyName: string;
  best: Map<string, number>;
}

function Tip({ point, latencyName, best }: TipProps) {
  const half = (value: number | null, write: (value: number) => string) =>
    value === null ? '' : ` ± ${write(value)}`;
  const lines = [
    { name: 'req/s', value: `${rate(point.rate)}${half(point.rateHalf, rate)}` },
    { name: latencyName, value: `${latency(point.latency)}${half(point.latencyHalf, latency)}` },
  ];
  const role = point.role === 'variant' ? '' : ` (${point.role})`;
  return (
    <TipBox title={`${point.name}${role}${best.has(point.id) ? ': on the frontier' : ''}`} lines={lines} />
  );
}
