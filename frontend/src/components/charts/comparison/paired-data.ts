import { numbers, zeroDomain } from '@/components/charts/kit/scales';
import type { VerdictWord } from '@/components/ui/labels/verdict-badge';
import { interval, percent, plural } from '@/components/words/format';

export interface PairedSide {
  mean: number | null;
  trials: number[];
  /** Coefficient of variation: 0.059 is ±5.9%. */
  spread: number | null;
}

export interface PairedRow {
  id: string;
  name: string;
  a: PairedSide;
  b: PairedSide;
  change: number | null;
  low: number | null;
  high: number | null;
  verdict: VerdictWord;
  /** In few words, why the verdict is not what the interval seems to say. */
  because?: string;
  /** In place of the change and interval in percent, for what has none. */
  changeText?: string;
  intervalText?: string;
  details?: string[];
}

/** From zero, so that the length of a bar is its value. */
export function pairedScale(rows: PairedRow[], tickCount: number) {
  return zeroDomain(
    numbers(rows.flatMap(({ a, b }) => [a.mean, b.mean, ...a.trials, ...b.trials])),
    tickCount,
  );
}

/** One sentence for those who cannot see the bars. */
export function pairedSummary(rows: PairedRow[], [a, b]: [string, string]): string {
  const of = (...words: PairedRow['verdict'][]) =>
    rows.filter(({ verdict }) => words.includes(verdict)).length;
  const counts = `${of('better', 'steadier')} better, ${of('worse')} worse, ${of('same')} the same, ${of('unclear')} unclear${of('fails_more') ? `, ${of('fails_more')} fail more` : ''}`;
  const most = rows
    .filter(({ change }) => change !== null)
    .toSorted((rowA, rowB) => Math.abs(rowB.change ?? 0) - Math.abs(rowA.change ?? 0))[0];
  const top = most
    ? ` Largest: ${most.name} ${percent(most.change, most.low, most.high)}, interval ${interval(most.low, most.high)}.`
    : '';
  return `${b} against ${a}, ${plural(rows.length, 'pair')}: ${counts}.${top}`;
}
