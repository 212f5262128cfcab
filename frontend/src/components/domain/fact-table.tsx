import { Anchor, Table, Text } from '@mantine/core';
import { useState } from 'react';

import type { Experiment } from '@/api/types';
import { ABSENT } from '@/components/words/format';

export type FactChange = NonNullable<Experiment['facts_changed']>[number];

const FEW = 4;

interface FactTableProps {
  changes: FactChange[];
  /** When the two readings were. */
  heads: [string, string];
  few?: number;
}

/** Facts of hosts that differ between two readings; the first few, and the rest on a click. */
export function FactTable({ changes, heads, few = FEW }: FactTableProps) {
  const [all, setAll] = useState(false);
  const shownChanges = all ? changes : changes.slice(0, few);
  return (
    <>
      <Table.ScrollContainer minWidth={320}>
        <Table aria-label="Facts that changed" fz="sm" verticalSpacing={6} mt="xs">
          <Table.Thead>
            <Table.Tr c="dimmed">
              <Table.Th fw={500} pl={0}>
                Fact
              </Table.Th>
              <Table.Th fw={500}>{heads[0]}</Table.Th>
              <Table.Th fw={500}>{heads[1]}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shownChanges.map(({ host, name, before, after }) => (
              <Table.Tr key={`${host} ${name}`}>
                <Table.Td pl={0} style={{ overflowWrap: 'anywhere' }}>
                  <span className="dyno-mono">{name}</span>{' '}
                  <Text span fz="xs" c="dimmed">
                    {host}
                  </Text>
                </Table.Td>
                <Value value={before} />
                <Value value={after} />
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {changes.length > few && (
        <Anchor component="button" type="button" fz="sm" onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show all ${changes.length}`}
        </Anchor>
      )}
    </>
  );
}

function Value({ value }: { value: unknown }) {
  const missing = value === null || value === undefined || value === '';
  const text = Array.isArray(value) ? value.join(', ') : String(value);
  return (
    <Table.Td className="dyno-mono" style={{ overflowWrap: 'anywhere' }}>
      {missing ? ABSENT : text}
    </Table.Td>
  );
}
