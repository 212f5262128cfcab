import type { Report } from '@/api/types';
import { measure, spread } from '@/components/words/format';
import { PlainLink } from '@/components/ui/navigation/plain-link';

import classes from './report.module.css';
import { DeltaCells } from './delta-cells';

/** Both sides of each pair, with the spread of their trials. */
export function ReportPairs({ report: { pairs, metric, a_title: a, b_title: b } }: { report: Report }) {
  const heads = [a ?? 'A', b ?? 'B', 'Change', '95% interval, %'];
  return (
    <div className={classes.scroll} tabIndex={0} role="region" aria-label="Results">
      <table className={classes.table} aria-label="Results">
        <thead>
          <tr>
            <th scope="col">Pair</th>
            {heads.map((head, n) => (
              <th key={n} scope="col" data-figure>
                {head}
              </th>
            ))}
            <th scope="col">Verdict</th>
          </tr>
        </thead>
        <tbody>
          {pairs.map((pair) => (
            <tr key={`${pair.a_run_id} ${pair.b_run_id}`}>
              <th scope="row">{pair.label}</th>
              <Side run={pair.a_run_id} value={measure(pair.a_value, metric.unit)} cv={pair.a_cv} />
              <Side run={pair.b_run_id} value={measure(pair.b_value, metric.unit)} cv={pair.b_cv} />
              <DeltaCells delta={pair.delta} metric={metric} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Side({ run, value, cv }: { run: string; value: string; cv: number | null }) {
  return (
    <td data-figure>
      <PlainLink href={`/runs/${run}`}>{value}</PlainLink> {spread(cv)}
    </td>
  );
}
