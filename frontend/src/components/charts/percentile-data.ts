import { isNumber, logDomain } from './scales';

export interface PercentilePoint {
  /** 0.99 is p99. */
  percentile: number;
  /** In the metric's unit, seconds for latency. */
  value: number | null;
}

export interface PercentileSeries {
  name: string;
  points: PercentilePoint[];
  /** The run of this page gets the accent, what it is compared with stays grey. */
  emphasis?: 'main' | 'quiet';
}

/** Stretches the tail: p50 → 0.3, p90 → 1, p99 → 2, p99.9 → 3. */
export const stretch = (percentile: number) => -Math.log10(1 - percentile);

export const percentileName = (percentile: number) => `p${Number((percentile * 100).toFixed(4))}`;

/** One row for each percentile that any series has, columns by series index. */
export function percentileRows(series: PercentileSeries[]) {
  const all = new Set(
    series.flatMap(({ points }) => points.filter((p) => isNumber(p.value)).map((p) => p.percentile)),
  );
  const known = [...all].filter((p) => p > 0 && p < 1).sort((a, b) => a - b);
  return known.map((percentile) => {
    const row: Record<string, number | null> = { percentile, x: stretch(percentile) };
    series.forEach(({ points }, n) => {
      const value = points.find((p) => p.percentile === percentile)?.value;
      row[`s${n}`] = isNumber(value) && value > 0 ? value : null;
    });
    return row;
  });
}

export function percentileDomain(series: PercentileSeries[]) {
  return logDomain(series.flatMap(({ points }) => points.map((p) => p.value).filter(isNumber)));
}

const PERCENTILE = /^latency_p(\d\d)(?:_(\d+))?$/;

/** `latency_p99_9` → 0.999, from a map of metrics; the longest request is no percentile. */
export function percentilePoints(percentiles: Record<string, number>): PercentilePoint[] {
  return Object.entries(percentiles).flatMap(([name, value]) => {
    const found = PERCENTILE.exec(name);
    return found ? [{ percentile: Number(`0.${found[1]}${found[2] ?? ''}`), value }] : [];
  });
}
