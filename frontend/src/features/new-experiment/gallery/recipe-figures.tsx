import { Table } from '@mantine/core';

import type { Recipe } from '@/api/types';
import { count, latency, percent, rate } from '@/components/words/format';
import { publishedName } from '@/components/words/published';
import { figureHeads, PlainTable } from '@/components/ui/layout/plain-table';
import { Small } from '@/components/ui/labels/texts';

type Row = NonNullable<Recipe['published']>['rows'][number];

/** The numbers of a write-up, as it gave them. */
export function RecipeFigures({ rows }: { rows: Row[] }) {
  const hasLatency = rows.some((row) => row.latency_mean != null);
  const hasChange = rows.some((row) => row.change != null);
  const hasConnections = rows.some((row) => row.connections != null);
  return (
    <PlainTable
      label="Published figures"
      heads={[
        'Variant',
        ...figureHeads(
          hasConnections && 'connections',
          'req/s',
          hasLatency && 'mean latency',
          hasChange && 'change',
        ),
      ]}
      minWidth={320}
    >
      {rows.map((row) => (
        <Table.Tr key={`${row.variant} ${row.workload ?? ''}`}>
          <Table.Td>
            {publishedName(row)}
            {row.note && <Small>{row.note}</Small>}
          </Table.Td>
          {hasConnections && <Table.Td ta="right">{count(row.connections)}</Table.Td>}
          <Table.Td ta="right">{rate(row.requests_per_s).replace(' req/s', '')}</Table.Td>
          {hasLatency && <Table.Td ta="right">{latency(row.latency_mean)}</Table.Td>}
          {hasChange && <Table.Td ta="right">{percent(row.change)}</Table.Td>}
        </Table.Tr>
      ))}
    </PlainTable>
  );
}
