import type { Delta, Metric } from '@/api/types';
import { ABSENT, difference, exactPercent, interval, percent } from '@/components/words/format';
import { Judged } from '@/components/ui/labels/judged';
import { hasWord, VerdictBadge } from '@/components/ui/labels/verdict-badge';

import type { ReportColumn } from './report-table';

/** “+26.7%”; the difference in the metric's unit where it can be zero. */
function changeOf(delta: Delta | null, { zero_ok: counted, unit }: Metric, isExact: boolean): string {
  if (!delta) return '';
  if (!counted || delta.change !== null) {
    return isExact ? exactPercent(delta.change) : percent(delta.change, delta.low, delta.high);
  }
  return difference(delta.difference, unit);
}

function intervalOf(delta: Delta | null, { unit }: Metric): string {
  if (!delta) return '';
  if (delta.low === null || delta.high === null) return ABSENT;
  return delta.change === null
    ? `${difference(delta.low, unit)} … ${difference(delta.high, unit)}`
    : interval(delta.low, delta.high);
}

interface Judgement {
  delta: Delta | null;
  word?: 'baseline' | 'control' | 'not_measured';
  /** Why nothing of it was measured. */
  failure?: string | null;
}

/** What the difference is worth: change, interval, verdict. `isExact`: with the digits that a write-up prints. */
export const deltaColumns = <Row,>(
  metric: Metric,
  [change, interval]: [string, string],
  judgementOf: (row: Row) => Judgement,
  isExact = false,
): ReportColumn<Row>[] => [
  { name: change, figure: 'strong', cell: (row) => changeOf(judgementOf(row).delta, metric, isExact) },
  { name: interval, figure: true, cell: (row) => intervalOf(judgementOf(row).delta, metric) },
  { name: 'Verdict', cell: (row) => <Verdict {...judgementOf(row)} /> },
];

function Verdict({ delta, word, failure }: Judgement) {
  if (word) return <VerdictBadge verdict={word} detail={failure ?? delta?.reason} />;
  return delta && hasWord(delta) ? <Judged delta={delta} /> : ABSENT;
}
