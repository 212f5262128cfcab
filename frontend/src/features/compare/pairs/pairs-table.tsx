import { Table } from '@mantine/core';

import type { Comparison } from '@/api/types';
import { exactMeasure, measure, spread } from '@/components/words/format';
import { TextLink } from '@/components/ui/navigation/links';
import { Judged } from '@/components/ui/labels/judged';
import { figureHeads, PlainTable } from '@/components/ui/layout/plain-table';

import { changeWords, intervalWords, spreadChange } from '../selection/words';

/** The bars as figures, opened on demand, with links to the runs. */
export function PairsTable({ comparison }: { comparison: Comparison }) {
  const { pairs, metric, a_title, b_title } = comparison;
  return (
    <details style={{ marginTop: 12 }}>
      <summary style={{ cursor: 'pointer', fontSize: 'var(--mantine-font-size-sm)' }}>
        As a table, with links to the runs
      </summary>
      <PlainTable
        label={`${metric.text} of each pair`}
        heads={['Pair', ...figureHeads(a_title, b_title, 'Spread', 'Change', '95% interval'), 'Verdict']}
        minWidth={720}
        mt="xs"
      >
        {pairs.map(({ label, a, b, delta, spread: steady }) => (
          <Table.Tr key={`${a.id} ${b.id}`}>
            <Table.Td>{label}</Table.Td>
            {[a, b].map((run) => (
              <Table.Td key={run.id} ta="right" title={exactMeasure(run.mean, metric.unit)}>
                <TextLink to="/runs/$id" params={{ id: run.id }}>
                  {measure(run.mean, metric.unit)}
                </TextLink>{' '}
                {spread(run.cv)}
              </Table.Td>
            ))}
            <Table.Td ta="right" title={steady.reason}>
              {spreadChange(steady)}
            </Table.Td>
            <Table.Td ta="right">{changeWords(delta, metric.unit)}</Table.Td>
            <Table.Td ta="right">{intervalWords(delta, metric.unit)}</Table.Td>
            <Table.Td>
              <Judged delta={delta} />
            </Table.Td>
          </Table.Tr>
        ))}
      </PlainTable>
    </details>
  );
}
