import type { Report } from '@/api/types';
import { PlainLink } from '@/components/ui/navigation/plain-link';
import { measure } from '@/components/words/format';

import { deltaColumns } from './delta-columns';
import { ReportTable } from './report-table';
import classes from './report.module.css';

type Step = NonNullable<Report['steps']>[number];

/** The numbers of the waterfall: what each step sets, and what it adds to the step before. */
export function StepsTable({ steps, metric }: { steps: Step[]; metric: Report['metric'] }) {
  return (
    <ReportTable
      label="Steps"
      rows={steps}
      keyOf={(step) => step.run_id}
      columns={[
        {
          name: 'Step',
          isName: true,
          cell: ({ run_id, name }) => <PlainLink href={`/runs/${run_id}`}>{name}</PlainLink>,
        },
        { name: 'After', cell: ({ before }) => before },
        { name: 'What it sets', className: classes.what, cell: ({ settings }) => settings },
        { name: 'Before', figure: true, cell: ({ delta }) => measure(delta.baseline_mean, metric.unit) },
        { name: metric.label, figure: true, cell: ({ delta }) => measure(delta.candidate_mean, metric.unit) },
        ...deltaColumns<Step>(metric, [`Δ ${metric.label}`, '95% interval'], (step) => step),
      ]}
    />
  );
}
