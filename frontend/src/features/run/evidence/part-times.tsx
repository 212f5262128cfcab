import { Table } from '@mantine/core';

import type { TrialOutput } from '@/api/types';
import { figureHeads, PlainTable } from '@/components/ui/layout/plain-table';
import { latency } from '@/components/words/format';
import { Small } from '@/components/ui/labels/texts';

const PARTS = { connect: 'Connect', processing: 'Processing', waiting: '— of it waiting', total: 'Total' };
const HEADS = ['mean', 'sd', 'median', 'min', 'max'];

/** Where requests spent their time: ab breaks it down. */
export function PartTimes({ times }: { times: TrialOutput['times'] }) {
  if (times.length === 0) return null;
  return (
    <div>
      <PlainTable
        label="Where requests spent their time"
        heads={['Part', ...figureHeads(...HEADS)]}
        minWidth={520}
        spacing={6}
      >
        {times.map(({ part, mean, stdev, median, min, max }) => (
          <Table.Tr key={part}>
            <Table.Th scope="row" fw={400}>
              {PARTS[part]}
            </Table.Th>
            {[mean, stdev, median, min, max].map((seconds, column) => (
              <Table.Td key={HEADS[column]} ta="right">
                {latency(seconds)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </PlainTable>
      <Small mt={6}>
        As ab counts, in whole milliseconds: opening the connection, from then to the last byte, and of that
        the wait for the first byte.
      </Small>
    </div>
  );
}
