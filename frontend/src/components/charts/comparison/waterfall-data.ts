import { isNumber, numbers, zeroDomain } from '@/components/charts/kit/scales';
import { percent } from '@/components/words/format';

import type { DeltaVerdict } from './delta-data';

/** One step of a tuning: where it began, where it ended, and what that is worth. */
export interface WaterfallRow {
  id: string;
  name: string;
  /** The variant that it derives from; none for the baseline, whose bar begins at zero. */
  before?: string;
  from: number;
  /** Null while nothing of it is measured. */
  to: number | null;
  change: number | null;
  low: number | null;
  high: number | null;
  verdict: DeltaVerdict | 'baseline';
  /** What the step sets: “worker_processes: 2”. */
  settings: string[];
  details: string[];
}

const ends = ({ from, low, high }: WaterfallRow) =>
  [low, high].map((end) => isNumber(end) && from * (1 + end));

/** From zero; a wild interval after few rounds is cut, so that it does not flatten the steps. */
export function waterfallScale(rows: WaterfallRow[], tickCount: number) {
  const means = numbers(rows.flatMap(({ from, to }) => [from, to]));
  const most = Math.max(0, ...means);
  const reaches = rows.flatMap(ends).filter(isNumber);
  return zeroDomain([...means, Math.min(Math.max(0, ...reaches), 1.3 * most)], tickCount);
}

interface WaterfallGlyph {
  bar: { x: number; width: number } | null;
  whisker: { x1: number; x2: number; open: boolean } | null;
  /** Where the next steps begin. */
  end: number | null;
}

export function waterfallGlyph(row: WaterfallRow, high: number, width: number): WaterfallGlyph {
  const at = (value: number) => (Math.min(Math.max(value, 0), high) / high) * width;
  if (row.to === null) return { bar: null, whisker: null, end: null };
  const [from, to] = [at(row.from), at(row.to)];
  const [least, most] = ends(row);
  return {
    bar: { x: Math.min(from, to), width: Math.max(Math.abs(to - from), 1.5) },
    whisker: isNumber(least) && isNumber(most) ? { x1: at(least), x2: at(most), open: most > high } : null,
    end: to,
  };
}

/** One sentence for those who cannot see the bars. */
export function waterfallSummary(rows: WaterfallRow[]): string {
  const steps = rows.filter(({ verdict }) => verdict !== 'baseline');
  const stepTexts = steps.map(
    ({ name, change, low, high, verdict }) => `${name} ${percent(change, low, high)} ${verdict}`,
  );
  return `${steps.length} steps, each against the one before it: ${stepTexts.join(', ')}.`;
}
