import { isNumber, logDomain, zeroDomain } from '@/components/charts/kit/scales';
import { latency } from '@/components/words/format';

interface PercentilePoint {
  /** 0.99 is p99. */
  percentile: number;
  /** In the metric's unit, seconds for latency. */
  value: number | null;
  /** Ends of its 95% interval. */
  low?: number | null;
  high?: number | null;
}

export interface PercentileSeries {
  name: string;
  points: PercentilePoint[];
  /** The run of this page gets the accent, what it is compared with stays grey. */
  emphasis?: 'main' | 'quiet';
}

/** Stretches the tail: p50 → 0.3, p90 → 1, p99 → 2, p99.9 → 3. */
export const stretch = (percentile: number) => -Math.log10(1 - percentile);

/** How latency runs upwards, for a picker. */
export const LATENCY_SCALES = [
  { value: 'log', label: 'log' },
  { value: 'linear', label: 'linear' },
];

export const percentileName = (percentile: number) => `p${Number((percentile * 100).toFixed(5))}`;

/** One row for each percentile that any series has, columns by series index. */
export function percentileRows(series: PercentileSeries[]) {
  const all = new Set(
    series.flatMap(({ points }) => points.filter((p) => isNumber(p.value)).map((p) => p.percentile)),
  );
  const sortedPercentiles = [...all].filter((p) => p > 0 && p < 1).sort((a, b) => a - b);
  return sortedPercentiles.map((percentile) => {
    const row: Record<string, number | null> = { percentile, x: stretch(percentile) };
    series.forEach(({ points }, n) => {
      const { value, low, high } = points.find((p) => p.percentile === percentile) ?? {};
      row[`s${n}`] = isNumber(value) && value > 0 ? value : null;
      row[`low${n}`] = isNumber(low) && low > 0 ? low : null;
      row[`high${n}`] = isNumber(high) && high > 0 ? high : null;
    });
    return row;
  });
}

/** Curves of all requests have a point every eighth of a nine: too many for a dot or a name each. */
const MAX_DOTS = 12;
const MARKS = [0.5, 0.75, 0.9, 0.95, 0.99, 0.999, 0.9999, 0.99999, 0.999999];

export const isDense = (rows: unknown[]) => rows.length > MAX_DOTS;

/** Where the axis has names: at every point of a few, at round percentiles of many. */
export function percentileTicks(rows: Record<string, number | null>[]): number[] {
  const percentiles = rows.map(({ percentile }) => percentile ?? 0);
  const marks = isDense(rows)
    ? MARKS.filter((mark) => mark >= Math.min(...percentiles) && mark <= Math.max(...percentiles) + 1e-9)
    : percentiles;
  return marks.map(stretch);
}

export function percentileDomain(series: PercentileSeries[], scale: 'log' | 'linear' = 'log') {
  const values = series.flatMap(({ points }) =>
    points.flatMap(({ value, low, high }) => [value, low, high]).filter(isNumber),
  );
  return scale === 'log' ? logDomain(values) : zeroDomain(values);
}

/** One sentence for those who cannot see the curves: the median and the farthest point of each. */
export function percentileSummary(series: PercentileSeries[]): string {
  const parts = series.map(({ name, points }) => {
    const sortedPoints = points
      .filter(({ value }) => isNumber(value))
      .sort((a, b) => a.percentile - b.percentile);
    const [first, last] = [sortedPoints[0], sortedPoints.at(-1)];
    if (!first || !last) return `${name} without percentiles`;
    const endTexts = [first, last].map(
      ({ percentile, value }) => `${percentileName(percentile)} ${latency(value)}`,
    );
    return `${name} from ${endTexts.join(' to ')}`;
  });
  return `Latency by percentile: ${parts.join('; ')}`;
}

/** Whether a run has the latency of every request, of all its trials or of some. */
export const hasHistograms = (kind: string | undefined) => kind === 'measured' || kind === 'mixed';

/** The curve of all requests with its named percentiles, as the API gives them. */
export function latencyPoints({ curve, percentiles }: LatencyCurve): PercentilePoint[] {
  const all = new Map([...curve, ...Object.values(percentiles)].map((point) => [point.share, point]));
  return [...all.values()]
    .sort((a, b) => a.share - b.share)
    .map(({ share, ...rest }) => ({ percentile: share, ...rest }));
}

interface LatencyCurve {
  curve: SharePoint[];
  percentiles: Record<string, SharePoint>;
}

interface SharePoint {
  share: number;
  value: number;
  low: number | null;
  high: number | null;
}

const PERCENTILE = /^latency_p(\d\d)(?:_(\d+))?$/;

/** `latency_p99_9` → 0.999, from a map of metrics; the longest request is not a percentile. */
export function percentilePoints(percentiles: Record<string, number>): PercentilePoint[] {
  return Object.entries(percentiles).flatMap(([name, value]) => {
    const match = PERCENTILE.exec(name);
    return match ? [{ percentile: Number(`0.${match[1]}${match[2] ?? ''}`), value }] : [];
  });
}
