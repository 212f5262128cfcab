import { Table } from '@mantine/core';
import type { KeyboardEvent } from 'react';

import type { TrialDetail } from '@/api/types';
import { count, dateTime, figure, measure } from '@/components/words/format';
import { metricsIn } from '@/components/words/metrics';
import { FoldedSection } from '@/components/ui/layout/folded-section';
import { Section } from '@/components/ui/layout/section';
import { StateBadge } from '@/components/ui/labels/state-badge';
import { type Head, PlainTable } from '@/components/ui/layout/plain-table';
import { Small } from '@/components/ui/labels/texts';

import { whyLeftOut } from './trials';
import classes from './run.module.css';

interface TrialsTableProps {
  isFolded: boolean;
  /** Measured elsewhere: nobody knows in which order, or what the hosts did. */
  isImported?: boolean;
  /** How often its servers were started, and how much starts differ. */
  servers?: string;
  trials: TrialDetail[];
  selectedId?: string;
  onSelect: (trial: string) => void;
}

const COLUMNS = metricsIn('trial_columns');

/** The trials as figures, the table of the chart of dots. */
export function TrialsTable({
  isFolded,
  isImported = false,
  servers = '',
  trials,
  selectedId,
  onSelect,
}: TrialsTableProps) {
  const Frame = isFolded ? FoldedSection : Section;
  return (
    <Frame
      id="trial-table"
      title="Every trial"
      subtitle={`${trials.length}, in the order ${isImported ? 'of the source' : 'in which they were measured'}`}
      help={{
        topic: 'deltaChart',
        label: 'What rounds are',
        children: 'A round holds one trial of each run, in random order; a long one several of the baseline.',
      }}
      caption={
        isImported
          ? 'Choose a trial to see its text below.'
          : `${servers} Choose a trial to see its hosts and its raw output below.`
      }
    >
      <PlainTable
        label="Trials of this run"
        heads={[
          { name: 'Round', w: 96 },
          { name: 'State', w: 96 },
          ...COLUMNS.map(({ label }): Head => ({ name: label, ta: 'right', w: 92 })),
          { name: 'Remarks', pl: 'xl', miw: 320 }, // else a phone's rows are mostly empty
        ]}
        minWidth={1020}
        scroll={{ mah: 560 }}
        highlightOnHover
        stickyHeader
      >
        {trials.map((trial) => (
          <Row
            key={trial.id}
            trial={trial}
            isSelected={trial.id === selectedId}
            onSelect={() => onSelect(trial.id)}
          />
        ))}
      </PlainTable>
    </Frame>
  );
}

/** A figure without the unit that its column names. */
const cellText = (value: number | null | undefined, unit: string) =>
  unit === '1/s' ? figure(value) : unit === '1' ? count(value) : measure(value, unit);

function Row({
  trial,
  isSelected,
  onSelect,
}: {
  trial: TrialDetail;
  isSelected: boolean;
  onSelect: () => void;
}) {
  const { round, repeat, attempt, start, state, figures, started_at } = trial;
  const cells = COLUMNS.map(({ name, unit }) => cellText(figures[name], unit));
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    onSelect();
  };
  return (
    <Table.Tr
      className={classes.trial}
      data-selected={isSelected}
      aria-selected={isSelected}
      tabIndex={0}
      onClick={onSelect}
      onKeyDown={press}
      title={started_at ? `Measured ${dateTime(started_at)}` : undefined}
    >
      <Table.Td>
        {round}
        {repeat > 1 && <Small span> · trial {repeat} of it</Small>}
        {(start ?? 1) > 1 && start !== round && <Small span> · start {start}</Small>}
        {attempt > 1 && <Small span> · attempt {attempt}</Small>}
      </Table.Td>
      <Table.Td>
        <StateBadge state={state} detail={whyLeftOut(trial)} />
      </Table.Td>
      {cells.map((cell, n) => (
        <Table.Td key={COLUMNS[n]?.name} ta="right">
          {cell}
        </Table.Td>
      ))}
      <Table.Td pl="xl" c="dimmed" fz="xs">
        {remarks(trial)}
      </Table.Td>
    </Table.Tr>
  );
}

function remarks(trial: TrialDetail): string {
  const suspect = trial.findings.filter(({ level }) => level === 'suspect').map(({ message }) => message);
  return [whyLeftOut(trial) === trial.state ? undefined : whyLeftOut(trial), ...suspect, ...trial.warnings]
    .filter(Boolean)
    .join('; ');
}
