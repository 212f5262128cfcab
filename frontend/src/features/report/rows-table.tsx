import { Text } from '@mantine/core';

import type { Report } from '@/api/types';
import { count, exact, exactMeasure, measure, percentSize } from '@/components/words/format';
import { PlainLink } from '@/components/ui/navigation/plain-link';

import { deltaColumns } from './delta-columns';
import { type ReportColumn, ReportTable } from './report-table';
import classes from './report.module.css';

type Row = Report['rows'][number];

const USUAL = ['requests_per_s', 'latency_mean'];

/** The table of a write-up: numbered, the baseline first, with interval and verdict beside. */
export function RowsTable({ report: { rows, metric } }: { report: Report }) {
  if (rows.length === 0) return <Text>No run has been measured yet.</Text>;
  const has = (field: 'requests' | 'cv' | 'latency_mean') => rows.some((row) => row[field] !== null);
  const columns: (ReportColumn<Row> | false)[] = [
    { name: '#', cell: ({ number }) => number },
    {
      name: 'Variant',
      isName: true,
      cell: ({ run_id, name }) => <PlainLink href={`/runs/${run_id}`}>{name}</PlainLink>,
    },
    rows.some(({ workload }) => workload) && { name: 'Workload', cell: ({ workload }) => workload },
    { name: 'What is set', className: classes.what, cell: ({ what }) => what },
    has('requests') && { name: 'Requests', figure: true, cell: ({ requests }) => count(requests) },
    { name: 'req/s', figure: true, cell: ({ requests_per_s }) => exact(requests_per_s) },
    has('latency_mean') && {
      name: 'Mean latency',
      figure: true,
      cell: ({ latency_mean }) => exactMeasure(latency_mean, 's'),
    },
    !USUAL.includes(metric.name) && {
      name: metric.label,
      figure: true,
      cell: ({ value }) => measure(value, metric.unit),
    },
    has('cv') && { name: 'Spread', figure: true, cell: ({ cv }) => percentSize(cv) },
    ...deltaColumns<Row>(metric, [`Δ ${metric.label}`, '95% interval, %'], judgementOf, true),
    { name: 'Trials', figure: true, cell: ({ trials }) => trials },
  ];
  return <ReportTable label="Results" rows={rows} keyOf={(row) => row.run_id} columns={columns} />;
}

const judgementOf = ({ is_baseline: isBaseline, is_control: isControl, delta, failure }: Row) =>
  ({
    delta: isBaseline ? null : delta,
    word: isBaseline ? 'baseline' : failure ? 'not_measured' : isControl ? 'control' : undefined,
    failure,
  }) as const;
