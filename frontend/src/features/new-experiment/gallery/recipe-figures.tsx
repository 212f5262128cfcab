import { Table, Text } from '@mantine/core';

import type { Recipe } from '@/api/types';
import { count, latency, percent, rate } from '@/components/words/format';
import { publishedName } from '@/components/words/published';

type Row = NonNullable<Recipe['published']>['rows'][number];

/** The numbers of a write-up, as it gave them. */
export function RecipeFigures({ rows }: { rows: Row[] }) {
  const hasLatency = rows.some((row) => row.latency_mean != null);
  const hasChange = rows.some((row) => row.change != null);
  const hasConnections = rows.some((row) => row.connections != null);
  return (
    <Table.ScrollContainer minWidth={320}>
      <Table aria-label="Published figures" fz="sm" verticalSpacing={8}>
        <Table.Thead>
          <Table.Tr c="dimmed">
            <Table.Th fw={500}>Variant</Table.Th>
            {hasConnections && (
              <Table.Th fw={500} ta="right">
                connections
              </Table.Th>
            )}
            <Table.Th fw={500} ta="right">
              req/s
            </Table.Th>
            {hasLatency && (
              <Table.Th fw={500} ta="right">
                mean latency
              </Table.Th>
            )}
            {hasChange && (
              <Table.Th fw={500} ta="right">
                change
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={`${row.variant} ${row.workload ?? ''}`}>
              <Table.Td>
                {publishedName(row)}
                {row.note && (
                  <Text fz="xs" c="dimmed">
                    {row.note}
                  </Text>
                )}
              </Table.Td>
              {hasConnections && <Table.Td ta="right">{count(row.connections)}</Table.Td>}
              <Table.Td ta="right">{rate(row.requests_per_s).replace(' req/s', '')}</Table.Td>
              {hasLatency && <Table.Td ta="right">{latency(row.latency_mean)}</Table.Td>}
              {hasChange && <Table.Td ta="right">{percent(row.change)}</Table.Td>}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
