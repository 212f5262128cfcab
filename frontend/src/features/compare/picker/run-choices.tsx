import { Group, Table, TextInput, Stack, Text } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { experimentQuery } from '@/api/queries/experiments';
import type { RunSummary, Experiment } from '@/api/types';
import { latency, plural, rate, spread } from '@/components/words/format';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { TextLink } from '@/components/ui/navigation/links';
import { TableSkeleton } from '@/components/ui/feedback/loading';
import { Section } from '@/components/ui/layout/section';
import { VerdictBadge } from '@/components/ui/labels/verdict-badge';
import { figureHeads, PlainTable } from '@/components/ui/layout/plain-table';
import { Dimmed, Muted, Small } from '@/components/ui/labels/texts';

import { SideButtons } from './side-buttons';
import { Shortcuts } from './shortcut-links';
import { runsWith } from './run-search';

const MANY = 10;

/** The runs of one experiment; each, and each group of them, can go to any side. */
export function RunChoices({ id }: { id: string }) {
  const { data, isPending, isError, error, refetch } = useQuery(experimentQuery(id));
  const [words, setWords] = useState('');
  if (isPending) return <TableSkeleton />;
  if (isError)
    return <ErrorState error={error} failedPart="this experiment" onRetry={() => void refetch()} />;
  const runs = data.run_list.filter(({ deleted: isDeleted }) => !isDeleted);
  const shownRuns = runsWith(runs, words);
  return (
    <Section
      title={data.name}
      subtitle="— runs"
      caption="Runs are paired by experiment and other factors, variant or workload; else in the order in which you choose them. Runs of one variant from several experiments are repeats."
    >
      <Shortcuts experiment={data} lead="Compare at once:" />
      <LevelChoices experiment={data} runs={runs} />
      {runs.length > MANY && (
        <TextInput
          aria-label="Find a run"
          placeholder="Find a run by name, level or setting"
          leftSection={<IconSearch size={16} />}
          value={words}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
          maw={420}
          mb="sm"
        />
      )}
      <PlainTable
        label="Runs to choose from"
        heads={['Run', ...figureHeads('req/s', 'Mean latency', 'Trials', 'Side')]}
        minWidth={560}
      >
        {shownRuns.map((run) => (
          <Row key={run.id} run={run} />
        ))}
      </PlainTable>
      {shownRuns.length === 0 && <Muted>No run matches.</Muted>}
    </Section>
  );
}

function Row({ run }: { run: RunSummary }) {
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap={6}>
          <TextLink to="/runs/$id" params={{ id: run.id }} c="var(--dyno-ink)">
            {run.name}
          </TextLink>
          {run.is_baseline && <VerdictBadge verdict="baseline" />}
          {run.is_control && <VerdictBadge verdict="control" />}
        </Group>
      </Table.Td>
      <Table.Td ta="right">
        {rate(run.means.requests_per_s)}{' '}
        <Dimmed>{run.cv.requests_per_s === undefined ? '' : spread(run.cv.requests_per_s)}</Dimmed>
      </Table.Td>
      <Table.Td ta="right">{latency(run.means.latency_mean)}</Table.Td>
      <Table.Td ta="right">{plural(run.trials_done, 'trial')}</Table.Td>
      <Table.Td ta="right">
        <SideButtons runs={[run.id]} name={run.name} />
      </Table.Td>
    </Table.Tr>
  );
}

type Runs = Experiment['run_list'];

interface LevelRuns {
  name: string;
  runs: string[];
}

/** Whole groups of an experiment: all of its runs, and each level of each factor or workload. */
function groupsOf(experiment: Pick<Experiment, 'factors'>, runs: Runs): LevelRuns[] {
  const of = (name: string, has: (run: Runs[number]) => boolean): LevelRuns => ({
    name,
    runs: runs.filter((run) => has(run) && !run.is_control).map(({ id }) => id),
  });
  const levels = Object.entries(experiment.factors).flatMap(([factor, names]) =>
    names.map((level) => of(`${factor} ${level}`, (run) => run.factors?.[factor] === level)),
  );
  const workloads = [...new Set(runs.map(({ workload }) => workload.name ?? 'default'))];
  const loads = workloads.map((name) => of(name, ({ workload }) => (workload.name ?? 'default') === name));
  return [of('All runs', () => true), ...levels, ...(workloads.length > 1 ? loads : [])].filter(
    ({ runs: levelRuns }) => levelRuns.length > 1,
  );
}

/** Puts a whole group on a side at once. */
function LevelChoices({ experiment, runs }: { experiment: Experiment; runs: Runs }) {
  const groups = groupsOf(experiment, runs);
  if (groups.length === 0) return null;
  return (
    <Stack gap={6} mb="md">
      <Muted>Put a whole group on a side:</Muted>
      <Group gap="md">
        {groups.map(({ name, runs: levelRuns }) => (
          <Group key={name} gap={8} wrap="nowrap">
            <Text fz="sm" style={{ whiteSpace: 'nowrap' }}>
              {name} <Small span>{levelRuns.length}</Small>
            </Text>
            <SideButtons runs={levelRuns} name={name} />
          </Group>
        ))}
      </Group>
    </Stack>
  );
}
