import { SimpleGrid, Table } from '@mantine/core';

import type { Calibration } from '@/api/types';
import { ChartSection } from '@/components/chart-frame/chart-section';
import { TimeSeries } from '@/components/charts/time/time-series';
import { timeTable } from '@/components/charts/data-table/chart-tables';
import { ABSENT, shortPercent, span } from '@/components/words/format';
import { figureHeads, PlainTable } from '@/components/ui/layout/plain-table';

import classes from '../view/runs-table.module.css';

import { roundsText } from './calibration-words';

/** How noise falls with the length of trials, and which length shows a change soonest. */
export function LengthSection({ lengths }: { lengths: Calibration['lengths'] }) {
  if (lengths.length === 0) return null;
  const times = lengths.map(({ seconds }) => seconds);
  const lines = [{ name: 'spread', values: lengths.map(({ within }) => within) }];
  const soonest = Math.min(...lengths.map(({ total_s }) => total_s ?? Infinity));
  return (
    <ChartSection
      id="lengths"
      name="noise-by-length"
      title="Noise by length of a trial"
      table={() => timeTable(times, lines, 'share')}
      caption="The longest by whole trials; a shorter one is what the server counted in so many seconds in a row of each trial, from its second second on. Its spread is from trial to trial of one start. The time is that of showing a change of 2% with trials so long."
    >
      <SimpleGrid cols={{ base: 1, md: lengths.length > 1 ? 2 : 1 }} spacing="lg">
        {lengths.length > 1 && (
          <TimeSeries
            times={times}
            lines={lines}
            unit="share"
            label="spread by length of a trial"
            height={200}
          />
        )}
        <PlainTable
          label="Noise by length"
          heads={['Trial of', ...figureHeads('Spread', 'Rounds for 2%', 'Time')]}
          minWidth={300}
          spacing="sm"
          className={classes.table}
          horizontalSpacing="xs"
        >
          {lengths.map((length) => (
            <Table.Tr key={length.seconds} fw={length.total_s === soonest ? 650 : undefined}>
              <Table.Td>{span(length.seconds)}</Table.Td>
              <Table.Td className={classes.figure}>{shortPercent(length.within)}</Table.Td>
              <Table.Td className={classes.figure}>{roundsText(length.rounds)}</Table.Td>
              <Table.Td className={classes.figure}>
                {length.total_s === null ? ABSENT : span(length.total_s)}
              </Table.Td>
            </Table.Tr>
          ))}
        </PlainTable>
      </SimpleGrid>
    </ChartSection>
  );
}
