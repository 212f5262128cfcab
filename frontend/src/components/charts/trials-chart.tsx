import { useMemo } from 'react';
import {
  CartesianGrid,
  ReferenceArea,
  ReferenceLine,
  Scatter,
  ScatterChart,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';

import { quietAxis, Sized, TipBox } from './chart-kit';
import { type TrialPoint, type TrialsBand, trialsData } from './trials-data';
import { capital, measure, roundWords, tick } from '../format';

export interface TrialsChartProps {
  trials: TrialPoint[];
  /** The metric table's unit: `1/s`, `s`, … */
  unit: string;
  band?: TrialsBand;
  /** The trial shown elsewhere on the page. */
  selected?: string;
  onSelect?: (id: string) => void;
  height?: number;
}

/** Every trial as a dot by round, mean and band behind; invalid ones hollow. */
export function TrialsChart({ trials, unit, band, selected, onSelect, height = 250 }: TrialsChartProps) {
  const { valid, invalid, rounds, domain, ticks } = useMemo(() => trialsData(trials, band), [trials, band]);
  const label = `${valid.length} valid trials around ${measure(band?.mean, unit)}, ${invalid.length} invalid`;
  const dot = (props: unknown) => <Dot {...(props as DotProps)} selected={selected} onSelect={onSelect} />;

  return (
    <Sized height={height} label={label}>
      {(width) => (
        <ScatterChart
          width={width}
          height={height}
          margin={{ top: 8, right: 16, bottom: 0, left: 0 }}
          accessibilityLayer={false}
        >
          <CartesianGrid syncWithTicks vertical={false} stroke="var(--dyno-grid)" />
          <XAxis
            {...quietAxis}
            type="number"
            dataKey="at"
            domain={[Math.min(...rounds, 1) - 0.5, Math.max(...rounds, 1) + 0.5]}
            ticks={rounds}
            interval="preserveStartEnd"
            minTickGap={8}
          />
          <YAxis
            {...quietAxis}
            type="number"
            dataKey="value"
            domain={domain}
            ticks={ticks}
            interval={0}
            width={58}
            tickFormatter={(v: number) => tick(v, unit)}
          />
          {band?.low != null && band.high != null && (
            <ReferenceArea y1={band.low} y2={band.high} fill="var(--dyno-accent-soft)" fillOpacity={0.8} />
          )}
          {band?.mean != null && (
            <ReferenceLine y={band.mean} stroke="var(--dyno-accent)" strokeDasharray="4 3" />
          )}
          <Tooltip
            isAnimationActive={false}
            cursor={false}
            content={({ active, payload }) => {
              const trial = payload?.[0]?.payload as TrialPoint | undefined;
              return active && trial ? (
                <TipBox
                  title={`${capital(roundWords(trial.round, trial.repeat))}: ${measure(trial.value, unit)}`}
                  lines={trial.invalid ? [{ name: trial.invalid, value: 'left out' }] : []}
                />
              ) : null;
            }}
          />
          <Scatter data={valid} shape={dot} isAnimationActive={false} />
          <Scatter data={invalid} shape={dot} isAnimationActive={false} />
        </ScatterChart>
      )}
    </Sized>
  );
}

interface DotProps {
  cx?: number;
  cy?: number;
  payload?: TrialPoint;
  selected?: string;
  onSelect?: (id: string) => void;
}

function Dot({ cx, cy, payload, selected, onSelect }: DotProps) {
  if (!payload) return null;
  const hollow = Boolean(payload.invalid);
  return (
    <g onClick={() => onSelect?.(payload.id)} style={{ cursor: onSelect ? 'pointer' : undefined }}>
      {payload.id === selected && (
        <circle cx={cx} cy={cy} r={9} fill="none" stroke="var(--dyno-accent)" strokeWidth={1.5} />
      )}
      <circle
        cx={cx}
        cy={cy}
        r={5}
        fill={hollow ? 'var(--dyno-surface)' : 'var(--dyno-accent)'}
        stroke={hollow ? 'var(--dyno-worse)' : 'none'}
        strokeWidth={1.6}
      />
    </g>
  );
}
