import { useMemo } from 'react';
import {
  CartesianGrid,
  ComposedChart,
  ErrorBar,
  Line,
  ReferenceLine,
  Scatter,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';

import {
  Legend,
  plainLine,
  plotSize,
  quietAxis,
  Sized,
  TipBox,
  valueAxis,
} from '@/components/charts/kit/chart-kit';
import { closeDomain, numbers } from '@/components/charts/kit/scales';
import { dateTime, intervalPercent, measure, percent } from '@/components/words/format';

import { colourOf, dotItems, MARK, markItem, QUIET, type Row, rowsOf, type TrendPoint } from './trend-data';

/** What is drawn upwards: “requests per second” in `1/s`. */
interface Metric {
  phrase: string;
  unit: string;
}

interface TrendChartProps {
  points: TrendPoint[];
  metric: Metric;
  onSelect: (experimentId: string) => void;
}

const HEIGHT = 320;
const DATE_WIDTH = 84;
const DAY_MS = 24 * 3600 * 1000;

/** Days, and hours where all points lie within a day. */
function dateWords(points: TrendPoint[], n: number): string {
  const times = points.map(({ at }) => new Date(at));
  const isWithinDay = Number(times.at(-1)) - Number(times[0]) < DAY_MS;
  const options: Intl.DateTimeFormatOptions = isWithinDay
    ? { hour: '2-digit', minute: '2-digit' }
    : { day: 'numeric', month: 'short' };
  return times[n]?.toLocaleString('en-GB', options) ?? '';
}

/** What the drawing says, in a sentence. */
function summaryOf(points: TrendPoint[], { phrase, unit }: Metric): string {
  const [first, last] = [points[0], points.at(-1)];
  return `${phrase} over ${points.length} experiments: from ${measure(first?.mean, unit)} to ${measure(last?.mean, unit)}`;
}

/** A metric over experiments in order, each with its 95% interval and in the colour of its verdict; baselines dashed. */
export function TrendChart({ points, metric, onSelect }: TrendChartProps) {
  const rows = useMemo(() => rowsOf(points), [points]);
  const lineKeys = useMemo(() => [...new Set(rows.map(({ line }) => line))], [rows]);
  const { domain, ticks } = useMemo(
    () =>
      closeDomain(
        numbers(
          points.flatMap(({ mean, half, baseline_mean }) => [
            mean === null ? null : Math.max(0, mean - (half ?? 0)),
            mean === null ? null : mean + (half ?? 0),
            baseline_mean,
          ]),
        ),
      ),
    [points],
  );
  const hasBaseline = points.some(({ baseline_mean }) => baseline_mean !== null);
  return (
    <>
      <Sized height={HEIGHT} label={summaryOf(points, metric)}>
        {(width) => (
          <ComposedChart data={rows} {...plotSize(width, HEIGHT, { top: 12 })}>
            <CartesianGrid syncWithTicks vertical={false} stroke="var(--dyno-grid)" />
            <XAxis
              {...quietAxis}
              type="number"
              dataKey="n"
              domain={[-0.5, points.length - 0.5]}
              ticks={dateTicks(points.length, width)}
              interval={0}
              tickFormatter={(n: number) => dateWords(points, n)}
            />
            <YAxis {...valueAxis({ domain, ticks }, metric.unit)} allowDataOverflow />
            {rows.map(
              ({ n, marks }) =>
                marks.length > 0 && <ReferenceLine key={n} x={n - 0.5} stroke={MARK} strokeDasharray="2 4" />,
            )}
            <Tooltip
              isAnimationActive={false}
              cursor={{ stroke: 'var(--dyno-axis)', strokeDasharray: '3 3' }}
              content={({ active, label }) => {
                const point = active && typeof label === 'number' ? points[label] : undefined;
                return point ? <Tip point={point} metric={metric} /> : null;
              }}
            />
            {lineKeys.map((key) => (
              <Line
                key={`baseline ${key}`}
                dataKey={(row: Row) => (row.line === key ? row.baseline_mean : null)}
                stroke={QUIET}
                strokeDasharray="5 4"
                strokeWidth={1.5}
                {...plainLine}
                connectNulls
              />
            ))}
            {lineKeys.map((key) => (
              <Line
                key={`mean ${key}`}
                dataKey={(row: Row) => (row.line === key ? row.mean : null)}
                stroke="var(--dyno-accent)"
                strokeWidth={1.5}
                strokeOpacity={0.55}
                {...plainLine}
                connectNulls
              />
            ))}
            <Scatter
              dataKey="baseline_mean"
              isAnimationActive={false}
              shape={(props: unknown) => <BaselineTick {...(props as DotProps)} />}
            />
            <Scatter
              dataKey="mean"
              isAnimationActive={false}
              shape={(props: unknown) => <Dot {...(props as DotProps)} onSelect={onSelect} />}
            >
              <ErrorBar
                dataKey="within"
                direction="y"
                width={5}
                stroke="var(--dyno-ink)"
                strokeOpacity={0.5}
                isAnimationActive={false}
              />
            </Scatter>
          </ComposedChart>
        )}
      </Sized>
      <Legend
        items={[
          ...dotItems(points),
          ...(hasBaseline ? [{ name: 'baseline', colour: QUIET, dash: '5 4' }] : []),
          ...(points.some(({ marks }) => marks.length > 0) ? [markItem(lineKeys.length > 1)] : []),
        ]}
      />
    </>
  );
}

/** Points that have room for their date: evenly spaced, the last one among them. */
function dateTicks(pointCount: number, width: number): number[] {
  const step = Math.max(1, Math.ceil((pointCount * DATE_WIDTH) / width));
  return Array.from({ length: pointCount }, (_, n) => n).filter((n) => (pointCount - 1 - n) % step === 0);
}

interface DotProps {
  cx?: number;
  cy?: number;
  payload?: Row;
  onSelect: (experimentId: string) => void;
}

/** Keeps the baseline of a point in sight that has no neighbour to be joined with. */
function BaselineTick({ cx, cy, payload }: Omit<DotProps, 'onSelect'>) {
  if (!payload?.isAlone || payload.baseline_mean === null || cx === undefined || cy === undefined)
    return null;
  return <path data-baseline d={`M${cx - 9},${cy}h18`} stroke={QUIET} strokeWidth={1.5} />;
}

function Dot({ cx, cy, payload, onSelect }: DotProps) {
  if (!payload || payload.mean === null || cx === undefined || cy === undefined) return null;
  return (
    <circle
      data-verdict={payload.verdict}
      cx={cx}
      cy={cy}
      r={5}
      fill={colourOf(payload)}
      stroke="var(--dyno-surface)"
      strokeWidth={1.5}
      style={{ cursor: 'pointer' }}
      onClick={() => onSelect(payload.experiment.id)}
    />
  );
}

function Tip({ point, metric }: { point: TrendPoint; metric: Metric }) {
  const { mean, half, change, low, high, verdict, baseline_mean, marks } = point;
  const within = half === null ? '' : ` ± ${measure(half, metric.unit)}`;
  return (
    <TipBox
      title={`${point.experiment.name}, ${dateTime(point.at)}`}
      lines={[
        { name: point.name, value: measure(mean, metric.unit) + within, colour: colourOf(point) },
        ...(baseline_mean === null ? [] : [{ name: 'baseline', value: measure(baseline_mean, metric.unit) }]),
        ...(change === null
          ? []
          : [
              {
                name: (verdict ?? '').replace('_', ' '),
                value: `${percent(change, low, high)} (${intervalPercent(low, high)})`,
              },
            ]),
        ...marks.map(({ text }) => ({ name: text, value: '' })),
      ]}
    />
  );
}
