import { Stack, Text } from '@mantine/core';

import type { Report } from '@/api/types';
import { count, exact, exactMeasure, exactPercent } from '@/components/words/format';
import { TextList } from '@/components/ui/labels/text-list';

import { type ReportColumn, ReportTable } from './report-table';
import classes from './report.module.css';

type PublishedReport = NonNullable<Report['published']>;
type Row = PublishedReport['rows'][number];

/** What a write-up printed, and where its figures do not follow from its own trials. */
export function PublishedFigures({
  published: { source, note, rows, remarks = [] },
}: {
  published: PublishedReport;
}) {
  const has = (field: 'latency_mean' | 'requests' | 'change') => rows.some((row) => row[field] !== null);
  const columns: (ReportColumn<Row> | false)[] = [
    { name: 'Variant', isName: true, cell: (row) => [row.variant, row.workload].filter(Boolean).join(', ') },
    has('requests') && { name: 'Requests', figure: true, cell: (row) => count(row.requests) },
    { name: 'req/s', figure: true, cell: (row) => exact(row.requests_per_s) },
    has('latency_mean') && {
      name: 'Mean latency',
      figure: true,
      cell: (row) => exactMeasure(row.latency_mean, 's'),
    },
    has('change') && {
      name: 'Change',
      figure: true,
      cell: ({ change }) => (change === null ? '' : exactPercent(change)),
    },
  ];
  return (
    <Stack gap="sm">
      <Text className={classes.line}>
        {source}.{note ? ` ${note}` : ''}
      </Text>
      {remarks.length > 0 && <TextList className={classes.line} texts={remarks} />}
      <ReportTable
        label="Published figures"
        rows={rows}
        keyOf={(row) => [row.variant, row.workload, row.run_id].join(' ')}
        columns={columns}
      />
    </Stack>
  );
}
