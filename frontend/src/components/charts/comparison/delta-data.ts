import { clamp, isNumber, median, numbers, ticksBetween } from '@/components/charts/kit/scales';
import { interval, percent } from '@/components/words/format';

export type DeltaVerdict =
  'better' | 'worse' | 'same' | 'unclear' | 'interim' | 'left_out' | 'context' | 'control';

export interface DeltaRow {
  id: string;
  /** The variant's name; factor levels may follow as labels. */
  name: string;
  labels?: string[];
  /** 0.267 is +26.7%; null when there is nothing to compare. */
  change: number | null;
  low: number | null;
  high: number | null;
  /** The interval that holds for all candidates together, where it is another. */
  together?: [number, number];
  verdict: DeltaVerdict;
  /** It fails more than the baseline, which is its word in place of unclear. */
  failsMore?: boolean;
  /** The change in each round, drawn as dots. */
  rounds?: number[];
  /** Arithmetic means of its trials and of the baseline's, as published tables have them. */
  means?: { candidate: number | null; baseline: number | null };
  /** In few words, why the verdict is not what the interval seems to say. */
  because?: string;
  /** Why this delta does not count; drawn hollow. */
  invalid?: string;
  /** Why its run could not be measured at all. */
  notMeasured?: string;
  /** Shown in the tooltip: absolute values, p, trials, what would settle it. */
  details?: string[];
}

/** The word beside its change. */
export function wordOf({ failsMore, notMeasured, invalid, verdict }: DeltaRow) {
  if (failsMore) return 'fails_more';
  return notMeasured ? 'not_measured' : invalid ? 'invalid' : verdict;
}

/** Why a row has no verdict that counts. */
export function whyLost({ notMeasured, invalid }: DeltaRow): string | undefined {
  if (notMeasured) return `Not measured: ${notMeasured}`;
  return invalid && `Does not count: ${invalid}`;
}

/** The interval for all that is judged together, where it is another than the plain one. */
export function togetherOf(delta?: {
  family?: number;
  simultaneous_low?: number | null;
  simultaneous_high?: number | null;
}): [number, number] | undefined {
  const { family = 1, simultaneous_low: low, simultaneous_high: high } = delta ?? {};
  return family < 2 || low == null || high == null ? undefined : [low, high];
}

/** Where things lie on the axis. */
export interface DeltaScale {
  domain: [number, number];
  ticks: number[];
}

const reach = (row: DeltaRow) =>
  Math.max(0, ...numbers([row.low, row.high, ...(row.rounds ?? [])]).map(Math.abs));

/** One row that towers over the others, or one wild interval, must not flatten the rest: it is cut at the edge. */
function limitOf(rows: DeltaRow[], minEffect: number): number {
  const changes = numbers(rows.map((row) => row.change))
    .map(Math.abs)
    .sort((a, b) => b - a);
  const [largest = 0, second = 0] = changes;
  const tower = changes.length >= 4 && largest > 3 * Math.max(second, minEffect, 0.01);
  // After two rounds intervals reach into the thousands of percent: what was measured sets the scale, not they.
  const dots = Math.max(0, ...numbers(rows.flatMap((row) => row.rounds ?? [])).map(Math.abs));
  const change = tower ? second : largest;
  const measuredReach = Math.max(change, dots, 0.01);
  const main = Math.max(change, Math.min(minEffect, 4 * measuredReach), 0.01);
  const reaches = rows.map(reach).filter((value) => value > 0);
  const wantedReach = Math.min(
    Math.max(main, ...reaches),
    Math.max(2.2 * main, Math.min(1.5 * median(reaches.length ? reaches : [0]), 4 * measuredReach)),
  );
  return Math.max(wantedReach, main * 1.08);
}

/** Symmetric about the baseline, except that nothing can lose more than 100%; an absolute difference can. */
export function deltaScale(
  rows: DeltaRow[],
  minEffect: number | null | undefined,
  tickCount = 8,
  absolute = false,
): DeltaScale {
  const limit = limitOf(rows, isNumber(minEffect) ? minEffect : 0);
  const high = limit * 1.03;
  const low = absolute ? -high : -Math.min(high, Math.max(1, limit / tickCount));
  return { domain: [low, high], ticks: ticksBetween(low, high, tickCount) };
}

/** The ends of ±1% as changes: as far down as up on the scale of ratios, so ÷1.01 to ×1.01. */
export const bandOf = (minEffect: number): [number, number] => [1 / (1 + minEffect) - 1, minEffect];

interface Whisker {
  x1: number;
  x2: number;
  open1: boolean;
  open2: boolean;
}

/** A row in pixels: everything the drawing needs, cut at the edges of the plot. */
export interface DeltaGlyph {
  bar: { x: number; width: number; cut: boolean } | null;
  whisker: Whisker | null;
  together: Whisker | null;
  dots: number[];
}

export function deltaGlyph(row: DeltaRow, scale: DeltaScale, width: number): DeltaGlyph {
  const [low, high] = scale.domain;
  const at = (value: number) => ((clamp(value, low, high) - low) / (high - low)) * width;
  const zero = at(0);
  const bar = isNumber(row.change)
    ? {
        x: Math.min(zero, at(row.change)),
        width: Math.max(Math.abs(at(row.change) - zero), 1),
        cut: row.change > high || row.change < low,
      }
    : null;
  const whiskerOf = (from?: number | null, to?: number | null): Whisker | null =>
    isNumber(from) && isNumber(to) ? { x1: at(from), x2: at(to), open1: from < low, open2: to > high } : null;
  const [whisker, together] = [whiskerOf(row.low, row.high), whiskerOf(...(row.together ?? []))];
  return { bar, whisker, together, dots: numbers(row.rounds ?? []).map(at) };
}

/** One sentence for those who cannot see the bars. */
export function deltaSummary(rows: DeltaRow[], baseline: string): string {
  const of = (verdict: DeltaVerdict) => rows.filter((row) => row.verdict === verdict && !whyLost(row)).length;
  const best = rows.filter((row) => isNumber(row.change) && row.verdict === 'better').sort(byChange)[0];
  const interim = of('interim');
  const counts = interim
    ? `${interim} without a verdict`
    : `${of('better')} better, ${of('worse')} worse, ${of('same')} the same, ${of('unclear')} unclear${of('left_out') ? `, ${of('left_out')} eliminated` : ''}${of('context') ? `, ${of('context')} context` : ''}`;
  const top = best
    ? ` Largest: ${best.name} ${percent(best.change, best.low, best.high)}, interval ${interval(best.low, best.high)}.`
    : '';
  return `Change against ${baseline} for ${rows.length} variants: ${counts}.${top}`;
}

const byChange = (a: DeltaRow, b: DeltaRow) => Math.abs(b.change ?? 0) - Math.abs(a.change ?? 0);
