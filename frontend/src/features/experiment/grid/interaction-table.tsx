import { Button, Table } from '@mantine/core';
import { useState } from 'react';

import type { MainEffects, Metric } from '@/api/types';
import { plural } from '@/components/words/format';
import { Pill } from '@/components/ui/labels/pill';
import { figureHeads, PlainTable } from '@/components/ui/layout/plain-table';
import { Small } from '@/components/ui/labels/texts';

import classes from '../view/runs-table.module.css';

import { atLevel, DEPENDS, type Interaction, ratioText } from './effect-rows';

const FIRST = 4;

/** Whether the effect of one factor depends on another; the surest first. */
export function InteractionTable({ effects: { interactions, metric } }: { effects: MainEffects }) {
  const [all, setAll] = useState(false);
  if (interactions.length === 0) return null;
  const rest = interactions.length - FIRST;
  return (
    <>
      <PlainTable
        label="Interactions of the factors"
        heads={[
          'Effect',
          'Here',
          'There',
          ...figureHeads(`${metric.zero_ok ? 'Difference' : 'There ÷ here'} [95%]`),
          'Depends',
        ]}
        minWidth={620}
        spacing="sm"
        className={classes.table}
        horizontalSpacing="xs"
      >
        {(all ? interactions : interactions.slice(0, FIRST)).map((interaction) => (
          <Row key={interaction.sentence} interaction={interaction} metric={metric} />
        ))}
      </PlainTable>
      {rest > 0 && !all && (
        <Button variant="subtle" size="compact-xs" mt={4} onClick={() => setAll(true)}>
          {plural(rest, 'more combination')}
        </Button>
      )}
      <Small mt={6}>
        The same effect at two levels of another factor, over the runs that all four corners have; adjusted
        (Holm) for {plural(interactions.length, 'combination')}.{' '}
        {!metric.zero_ok && '1.00 would be no difference between the two.'}
      </Small>
    </>
  );
}

function Row({ interaction, metric }: { interaction: Interaction; metric: Metric }) {
  const { word, hint } = DEPENDS[interaction.depends];
  return (
    <Table.Tr>
      <Table.Td fw={550}>
        {interaction.factor} {interaction.level}{' '}
        <Small span fw={400}>
          against {interaction.against}
        </Small>
      </Table.Td>
      <Table.Td>{atLevel(interaction.here, interaction.other, interaction.other_against, metric)}</Table.Td>
      <Table.Td>{atLevel(interaction.there, interaction.other, interaction.other_level, metric)}</Table.Td>
      <Table.Td className={classes.figure}>{ratioText(interaction, metric)}</Table.Td>
      <Table.Td>
        <Pill
          tone={interaction.depends === 'yes' ? 'accent' : 'outline'}
          hint={`${hint} ${interaction.delta.reason}`}
        >
          {word}
        </Pill>
      </Table.Td>
    </Table.Tr>
  );
}
