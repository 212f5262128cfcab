import { closeDomain, isNumber, logDomain, numbers, zeroDomain } from '@/components/charts/kit/scales';
import { count, measure } from '@/components/words/format';

/** What grows to the right unless a chart says otherwise. */
export const CONNECTIONS = 'connections';

interface LoadDot {
  value: number | null;
  /** Why the trial does not count; drawn hollow. */
  invalid?: string;
}

export interface LoadPoint {
  /** Connections. */
  load: number;
  /** Mean of the trials that count; null where none does: the line is broken there. */
  value: number | null;
  /** Half of the 95% interval of the mean. */
  half?: number;
  dots: LoadDot[];
}

export interface LoadSeries {
  name: string;
  points: LoadPoint[];
}

/** A line's points by load, and the dots of one series for the drawing. */
export interface DrawnDot {
  load: number;
  value: number;
  invalid?: string;
  series: string;
}

/** Logarithmic where the loads span more than a decade; the loads themselves are its ticks where they fit. */
export function loadAxis(loads: number[], tickCount = 8) {
  const ascending = [...new Set(loads)].filter((load) => load > 0).sort((a, b) => a - b);
  const [low = 1, high = 1] = [ascending[0], ascending.at(-1)];
  const scale = high / low > 10 ? ('log' as const) : ('linear' as const);
  const room = scale === 'log' ? (high / low) ** 0.04 : 1;
  const pad = (high - low) * 0.05 || 1;
  const domain: [number, number] =
    scale === 'log' ? [low / room, high * room] : [Math.max(0, low - pad), high + pad];
  const fits = ascending.length <= tickCount && apart(ascending, scale, tickCount);
  const nice = scale === 'log' ? logDomain(ascending).ticks : closeDomain(ascending, tickCount).ticks;
  const ticks = fits ? ascending : nice.filter((tick) => tick >= domain[0] && tick <= domain[1]);
  return { scale, domain, ticks };
}

/** Whether ticks at these loads would leave room for their numbers. */
function apart(loads: number[], scale: 'log' | 'linear', tickCount: number): boolean {
  const at = (load: number) => (scale === 'log' ? Math.log(load) : load);
  const span = at(loads.at(-1) ?? 1) - at(loads[0] ?? 1);
  return loads.slice(1).every((load, n) => at(load) - at(loads[n] ?? load) >= span / (tickCount * 1.6));
}

/** A load, the means there and how far their intervals reach down and up, columns by series index. */
function rowAt(series: LoadSeries[], load: number) {
  const row: Record<string, number | null | [number, number]> = { load };
  series.forEach(({ points }, n) => {
    const { value = null, half } = points.find((candidate) => candidate.load === load) ?? {};
    row[`s${n}`] = value;
    // nothing measured here can be below zero
    if (value !== null && half !== undefined) row[`e${n}`] = [Math.min(half, value), half];
  });
  return row;
}

/** How far intervals reach up, cut where they would flatten what was measured. */
const ends = (series: LoadSeries[], values: number[]) =>
  series.flatMap(({ points }) =>
    points.map(({ value, half = 0 }) => Math.min((value ?? 0) + half, 1.3 * Math.max(...values, 0))),
  );

/** From zero; where nothing is above it, one whole step. */
const upwards = (values: number[]) =>
  values.some((value) => value > 0)
    ? zeroDomain(values)
    : { domain: [0, 1] as [number, number], ticks: [0, 1] };

/** Rows for lines (one column per series), dots that count and dots that do not, and the domain upwards. */
export function loadData(series: LoadSeries[]) {
  const loads = [...new Set(series.flatMap(({ points }) => points.map(({ load }) => load)))];
  const rows = loads.sort((a, b) => a - b).map((load) => rowAt(series, load));
  const dots: DrawnDot[] = series.flatMap(({ name, points }) =>
    points.flatMap(({ load, dots: all }) =>
      all.flatMap(({ value, invalid }) => (isNumber(value) ? [{ load, value, invalid, series: name }] : [])),
    ),
  );
  const values = numbers([
    ...dots.map(({ value }) => value),
    ...series.flatMap(({ points }) => points.map(({ value }) => value)),
  ]);
  return { loads, rows, dots, empty: values.length === 0, ...upwards([...values, ...ends(series, values)]) };
}

/** One sentence for those who cannot see the curves: each from its smallest load to its largest. */
export function loadSummary(series: LoadSeries[], unit: string, label: string, axis: string): string {
  const parts = series.map(({ name, points }) => {
    const sortedPoints = points.filter(({ value }) => isNumber(value)).sort((a, b) => a.load - b.load);
    const [first, last] = [sortedPoints[0], sortedPoints.at(-1)];
    if (!first || !last) return `${name} without a valid trial`;
    const endTexts = [first, last].map(({ load, value }) => `${measure(value, unit)} at ${count(load)}`);
    return `${name} from ${endTexts.join(' to ')}`;
  });
  return `${label} over ${axis}: ${parts.join('; ')}`;
}
