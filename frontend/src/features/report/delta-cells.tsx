import type { Delta, Metric } from '@/api/types';
import { ABSENT, difference, exactPercent, interval, percent } from '@/components/words/format';
import { Judged } from '@/components/ui/labels/judged';
import { hasWord, VerdictBadge } from '@/components/ui/labels/verdict-badge';

/** “+26.7%”; the difference in the metric's unit where it can be zero. */
export function changeOf(delta: Delta | null, { zero_ok: counted, unit }: Metric, isExact: boolean): string {
  if (!delta) return '';
  if (!counted || delta.change !== null) {
    return isExact ? exactPercent(delta.change) : percent(delta.change, delta.low, delta.high);
  }
  return difference(delta.difference, unit);
}

export function intervalOf(delta: Delta | null, { unit }: Metric): string {
  if (!delta) return '';
  if (delta.low === null || delta.high === null) return ABSENT;
  return delta.change === null
    ? `${difference(delta.low, unit)} … ${difference(delta.high, unit)}`
    : interval(delta.low, delta.high);
}

/** What the difference is worth: change, interval, verdict. */
export function DeltaCells({
  delta,
  metric,
  word,
  isExact = false,
}: {
  delta: Delta | null;
  metric: Metric;
  word?: 'baseline' | 'control';
  /** With the digits that a write-up prints. */
  isExact?: boolean;
}) {
  return (
    <>
      <td data-figure="strong">{changeOf(delta, metric, isExact)}</td>
      <td data-figure>{intervalOf(delta, metric)}</td>
      <td>
        {word && <VerdictBadge verdict={word} detail={delta?.reason} />}
        {!word && (delta && hasWord(delta) ? <Judged delta={delta} /> : ABSENT)}
      </td>
    </>
  );
}
