import { Anchor, Table } from '@mantine/core';
import { useState } from 'react';

import type { Experiment } from '@/api/types';
import { ABSENT } from '@/components/words/format';
import { PlainTable } from '@/components/ui/layout/plain-table';
import { Small } from '@/components/ui/labels/texts';

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
      <PlainTable
        label="Facts that changed"
        heads={[{ name: 'Fact', pl: 0 }, heads[0], heads[1]]}
        minWidth={320}
        spacing={6}
        mt="xs"
      >
        {shownChanges.map(({ host, name, before, after }) => (
          <Table.Tr key={`${host} ${name}`}>
            <Table.Td pl={0} style={{ overflowWrap: 'anywhere' }}>
              <span className="dyno-mono">{name}</span> <Small span>{host}</Small>
            </Table.Td>
            <Value value={before} />
            <Value value={after} />
          </Table.Tr>
        ))}
      </PlainTable>
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
