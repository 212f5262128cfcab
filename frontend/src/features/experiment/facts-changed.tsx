import { Alert, Anchor, Table, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';

import type { Experiment } from '@/api/types';
import { ABSENT, plural } from '@/components/format';

type Change = NonNullable<Experiment['facts_changed']>[number];

const FEW = 4;

/** What was another fact of a host when the experiment had ended. Nothing when all is as it was. */
export function FactsChanged({ changes = [] }: { changes?: Change[] }) {
  const [all, setAll] = useState(false);
  if (changes.length === 0) return null;
  const shown = all ? changes : changes.slice(0, FEW);
  return (
    <Alert
      color="gray"
      variant="light"
      icon={<IconInfoCircle />}
      styles={{ body: { minWidth: 0 } }}
      title={`${plural(changes.length, 'fact')} of the hosts changed meanwhile`}
    >
      <Text fz="sm">
        Facts are read at launch, and again after every setting was put back: something else changed these,
        and trials may have been measured before or after.
      </Text>
      <Table.ScrollContainer minWidth={320}>
        <Table aria-label="Facts that changed" fz="sm" verticalSpacing={6} mt="xs">
          <Table.Thead>
            <Table.Tr c="dimmed">
              <Table.Th fw={500} pl={0}>
                Fact
              </Table.Th>
              <Table.Th fw={500}>At launch</Table.Th>
              <Table.Th fw={500}>At the end</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map(({ host, name, before, after }) => (
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
      {changes.length > FEW && (
        <Anchor component="button" type="button" fz="sm" onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show all ${changes.length}`}
        </Anchor>
      )}
    </Alert>
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
