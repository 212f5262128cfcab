import { useMemo } from 'react';
import {
  CartesianGrid,
  ComposedChart,
  ErrorBar,
  Line,
  ReferenceArea,
  Scatter,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';

import {
  acrossAxis,
  Legend,
  plainLine,
  plotSize,
  Sized,
  TipBox,
  valueAxis,
} from '@/components/charts/kit/chart-kit';
import { seriesColour, seriesDash } from '@/components/charts/kit/series-colours';
import { count, measure } from '@/components/words/format';

import { CONNECTIONS, type DrawnDot, loadAxis, loadData, type LoadSeries, loadSummary } from './load-data';

export interface LoadChartProps {
  series: LoadSeries[];
  /** The metric table's unit: `1/s`, `s`, … */
  unit: string;
  /** What is drawn upwards: “Requests per second”. */
  label: string;
  /** What grows to the right. */
  axis?: string;
  /** Connections between which a ceiling lies. */
  band?: { from: number; to: number };
  legend?: boolean;
}

const HEIGHT = 240;

/** A metric over the load: one line per series through the means, every trial as a dot, those that failed hollow. */
export function LoadChart({ series, unit, label, axis = CONNECTIONS, band, legend = true }: LoadChartProps) {
  const data = useMemo(() => loadData(series), [series]);
  return (
    <>
      <Sized height={HEIGHT} label={loadSummary(series, unit, label, axis)}>
        {(width) => <Drawing data={data} width={width} name={axis} {...{ series, unit, band }} />}
      </Sized>
      {legend && series.length > 1 && (
        <Legend
          items={series.map(({ name }, n) => ({ name, colour: seriesColour(n), dash: seriesDash(n) }))}
        />
      )}
    </>
  );
}

interface DrawingProps extends Pick<LoadChartProps, 'series' | 'unit' | 'band'> {
  data: ReturnType<typeof loadData>;
  /** Of the axis to the right. */
  name: string;
  width: number;
}

function Drawing({ data, name, width, series, unit, band }: DrawingProps) {
  const axis = loadAxis(
    [...data.loads, ...(band ? [band.from, band.to] : [])],
    Math.max(3, Math.floor(width / 56)),
  );
  const lines = data.rows.length > 1 ? series : []; // one point is a dot, not a line
  const colours = new Map(series.map(({ name }, n) => [name, seriesColour(n)]));
  return (
    <ComposedChart data={data.rows} {...plotSize(width, HEIGHT)}>
      <CartesianGrid syncWithTicks vertical={false} stroke="var(--dyno-grid)" />
      <XAxis {...acrossAxis(axis, count)} dataKey="load" scale={axis.scale} />
      <YAxis {...valueAxis(data, unit)} allowDataOverflow />
      {band && (
        <ReferenceArea x1={band.from} x2={band.to} fill="var(--dyno-noise)" stroke="var(--dyno-dot)" />
      )}
      <Tooltip
        isAnimationActive={false}
        cursor={{ stroke: 'var(--dyno-axis)', strokeDasharray: '3 3' }}
        content={({ active, label }) =>
          active && typeof label === 'number' ? (
            <Tip load={label} axis={name} unit={unit} series={series} colours={colours} />
          ) : null
        }
      />
      {lines.map(({ name }, n) => (
        <Line
          key={name}
          dataKey={`s${n}`}
          name={name}
          stroke={seriesColour(n)}
          strokeDasharray={seriesDash(n)}
          strokeWidth={2}
          {...plainLine}
        >
          <ErrorBar
            dataKey={`e${n}`}
            direction="y"
            width={4}
            stroke={seriesColour(n)}
            strokeOpacity={0.7}
            isAnimationActive={false}
          />
        </Line>
      ))}
      <Scatter
        data={data.dots}
        dataKey="value"
        shape={(props: unknown) => <Dot {...(props as DotProps)} colours={colours} />}
        isAnimationActive={false}
      />
    </ComposedChart>
  );
}

interface DotProps {
  cx?: number;
  cy?: number;
  payload?: DrawnDot;
  colours: Map<string, string>;
}

function Dot({ cx, cy, payload, colours }: DotProps) {
  if (!payload || cx === undefined || cy === undefined) return null;
  const hollow = Boolean(payload.invalid);
  return (
    <circle
      data-invalid={hollow}
      cx={cx}
      cy={cy}
      r={hollow ? 3.6 : 3}
      fill={hollow ? 'var(--dyno-surface)' : colours.get(payload.series)}
      stroke={hollow ? (colours.size > 1 ? colours.get(payload.series) : 'var(--dyno-danger)') : 'none'}
      strokeWidth={1.6}
    />
  );
}

interface TipProps extends Pick<LoadChartProps, 'series' | 'unit'> {
  axis: string;
  load: number;
  colours: Map<string, string>;
}

function Tip({ load, axis, unit, series, colours }: TipProps) {
  const lines = series.flatMap(({ name, points }) => {
    const point = points.find((candidate) => candidate.load === load);
    if (!point) return [];
    const bad = point.dots.filter(({ invalid }) => invalid);
    const reason = bad[0]?.invalid;
    const within = point.half === undefined ? '' : ` ± ${measure(point.half, unit)}`;
    return [
      { name, value: measure(point.value, unit) + within, colour: colours.get(name) },
      ...(reason
        ? [{ name: bad.length > 1 ? `${bad.length} trials: ${reason}` : reason, value: 'left out' }]
        : []),
    ];
  });
  return <TipBox title={`${count(load)} ${axis}`} lines={lines} />;
}
