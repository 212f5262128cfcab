import type { Report } from '@/api/types';
import { PlainLink } from '@/components/ui/navigation/plain-link';
import { measure } from '@/components/words/format';

import { DeltaCells } from './delta-cells';
import classes from './report.module.css';

/** The numbers of the waterfall: what each step sets, and what it adds to the step before. */
export function StepsTable({
  steps,
  metric,
}: {
  steps: NonNullable<Report['steps']>;
  metric: Report['metric'];
}) {
  return (
    <div className={classes.scroll} tabIndex={0} role="region" aria-label="Steps">
      <table className={classes.table} aria-label="Steps">
        <thead>
          <tr>
            {['Step', 'After', 'What it sets'].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
            {['Before', metric.label, `Δ ${metric.label}`, '95% interval'].map((head) => (
              <th key={head} scope="col" data-figure>
                {head}
              </th>
            ))}
            <th scope="col">Verdict</th>
          </tr>
        </thead>
        <tbody>
          {steps.map(({ delta, ...step }) => (
            <tr key={step.run_id}>
              <th scope="row">
                <PlainLink href={`/runs/${step.run_id}`}>{step.name}</PlainLink>
              </th>
              <td>{step.before}</td>
              <td className={classes.what}>{step.settings}</td>
              <td data-figure>{measure(delta.baseline_mean, metric.unit)}</td>
              <td data-figure>{measure(delta.candidate_mean, metric.unit)}</td>
              <DeltaCells delta={delta} metric={metric} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
