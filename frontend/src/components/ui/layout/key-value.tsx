import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

interface KeyValueProps {
  rows: { key: string; value: ReactNode; hint?: string }[];
  /** What the table lists, for screen readers. */
  label: string;
  /** Keys in fixed width: knobs, sysctls. */
  mono?: boolean;
}

/** Names on the left, values on the right. */
export function KeyValue({ rows, label, mono = false }: KeyValueProps) {
  return (
    <Table aria-label={label} verticalSpacing={8} fz="sm">
      <Table.Tbody>
        {rows.map(({ key, value, hint }) => (
          <Table.Tr key={key}>
            <Table.Th
              scope="row"
              fw={400}
              c="dimmed"
              className={mono ? 'dyno-mono' : undefined}
              title={hint}
              pl={0}
            >
              {key}
            </Table.Th>
            <Table.Td ta="right" fw={550} pr={0} style={{ overflowWrap: 'anywhere' }}>
              {value}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
