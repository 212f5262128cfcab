import { Table } from '@mantine/core';

import type { Plan } from '@/api/types';
import { count } from '@/components/words/format';

/** The stages of halving, known before the first trial; nothing for other plans. */
export function Stages({ plan: { stages = [], runs = [] } }: { plan: Plan }) {
  if (stages.length === 0) return null;
  const several = new Set(runs.map(({ workload }) => workload.name)).size > 1;
  return (
    <Table.ScrollContainer minWidth={340} maw={560}>
      <Table aria-label="Stages" fz="sm" horizontalSpacing="xs" verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Stage</Table.Th>
            <Table.Th>Rounds</Table.Th>
            <Table.Th ta="right">Candidates{several && ' of each workload'}</Table.Th>
            <Table.Th ta="right">Trials</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {stages.map(({ number, first, last, candidates, trials }) => (
            <Table.Tr key={number}>
              <Table.Td>{number === stages.length ? `${number}, the last` : number}</Table.Td>
              <Table.Td>{first === last ? first : `${first} to ${last}`}</Table.Td>
              <Table.Td ta="right">{candidates}</Table.Td>
              <Table.Td ta="right">{count(trials)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
