import { Table } from '@mantine/core';

import type { Plan } from '@/api/types';
import { count } from '@/components/words/format';
import { figureHeads, PlainTable } from '@/components/ui/layout/plain-table';

/** The stages of halving, known before the first trial; nothing for other plans. */
export function Stages({ plan: { stages = [], runs = [] } }: { plan: Plan }) {
  if (stages.length === 0) return null;
  const several = new Set(runs.map(({ workload }) => workload.name)).size > 1;
  return (
    <PlainTable
      label="Stages"
      heads={['Stage', 'Rounds', ...figureHeads(`Candidates${several ? ' of each workload' : ''}`, 'Trials')]}
      minWidth={340}
      scroll={{ maw: 560 }}
      spacing={4}
      horizontalSpacing="xs"
    >
      {stages.map(({ number, first, last, candidates, trials }) => (
        <Table.Tr key={number}>
          <Table.Td>{number === stages.length ? `${number}, the last` : number}</Table.Td>
          <Table.Td>{first === last ? first : `${first} to ${last}`}</Table.Td>
          <Table.Td ta="right">{candidates}</Table.Td>
          <Table.Td ta="right">{count(trials)}</Table.Td>
        </Table.Tr>
      ))}
    </PlainTable>
  );
}
