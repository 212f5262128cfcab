import type { Report } from '@/api/types';
import { measure, spread } from '@/components/words/format';
import { PlainLink } from '@/components/ui/navigation/plain-link';

import { deltaColumns } from './delta-columns';
import { ReportTable } from './report-table';

/** Both sides of each pair, with the spread of their trials. */
export function ReportPairs({ report: { pairs, metric, a_title: a, b_title: b } }: { report: Report }) {
  const side = (run: string, value: number | null, cv: number | null) => (
    <>
      <PlainLink href={`/runs/${run}`}>{measure(value, metric.unit)}</PlainLink> {spread(cv)}
    </>
  );
  return (
    <ReportTable
      label="Results"
      rows={pairs}
      keyOf={(pair) => `${pair.a_run_id} ${pair.b_run_id}`}
      columns={[
        { name: 'Pair', isName: true, cell: ({ label }) => label },
        {
          name: a ?? 'A',
          figure: true,
          cell: ({ a_run_id, a_value, a_cv }) => side(a_run_id, a_value, a_cv),
        },
        {
          name: b ?? 'B',
          figure: true,
          cell: ({ b_run_id, b_value, b_cv }) => side(b_run_id, b_value, b_cv),
        },
        ...deltaColumns<(typeof pairs)[number]>(metric, ['Change', '95% interval, %'], (pair) => pair),
      ]}
    />
  );
}
