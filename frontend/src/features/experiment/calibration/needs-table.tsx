import { Table } from '@mantine/core';

import type { Calibration } from '@/api/types';
import { ABSENT, share, shortPercent, span } from '@/components/words/format';
import { figureHeads, PlainTable } from '@/components/ui/layout/plain-table';
import { Small } from '@/components/ui/labels/texts';

import classes from '../view/runs-table.module.css';

import { roundsText } from './calibration-words';

/** Rounds that changes of 1, 2 and 5% need here. */
export function NeedsTable({ needs }: { needs: Calibration['needs'] }) {
  if (needs.length === 0) return null;
  return (
    <div>
      <PlainTable
        label="Rounds needed"
        heads={[
          'To show a change of',
          ...figureHeads('Rounds, fixed', 'Time', 'Until decided', 'Time', 'Found in', 'What matters'),
        ]}
        minWidth={520}
        spacing="sm"
        className={classes.table}
        horizontalSpacing="xs"
      >
        {needs.map((need) => (
          <Table.Tr key={need.effect}>
            <Table.Td fw={600}>{share(need.effect)}</Table.Td>
            <Table.Td className={classes.figure}>{roundsText(need.rounds)}</Table.Td>
            <Table.Td className={classes.figure}>
              {need.seconds === null ? ABSENT : span(need.seconds)}
            </Table.Td>
            <Table.Td className={classes.figure}>{need.decided_rounds}</Table.Td>
            <Table.Td className={classes.figure}>{span(need.decided_seconds)}</Table.Td>
            <Table.Td className={classes.figure}>{share(need.chance)}</Table.Td>
            <Table.Td className={classes.figure}>±{shortPercent(need.min_effect)}</Table.Td>
          </Table.Tr>
        ))}
      </PlainTable>
      <Small>
        For a baseline, its control and one candidate with new servers each round. Fixed: finds the change in
        80% of experiments. Until decided: rounds on average, at most 40, and the share of experiments that
        find it.
      </Small>
    </div>
  );
}
