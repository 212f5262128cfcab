import { Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { experimentQuery, experimentsQuery } from '@/api/queries/experiments';
import type { Experiment, ExperimentSummary } from '@/api/types';
import { ago, plural, rate } from '@/components/words/format';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { ButtonLink, TextLink } from '@/components/ui/navigation/links';
import { TableSkeleton } from '@/components/ui/feedback/loading';
import { StateBadge } from '@/components/ui/labels/state-badge';
import { Small } from '@/components/ui/labels/texts';
import { PlainButton } from '@/components/ui/navigation/buttons';

import { useCompare } from '../selection/compare-state';

import { SideButtons } from './side-buttons';
import { Shortcuts } from './shortcut-links';
import { runsWith } from './run-search';

const STEP = 12;
const MAX_CHOICES = 100;
const SHORTCUTS = 4;

/** What failed, or has not begun, has hardly anything to compare: it comes last. */
const withFiguresFirst = (all: ExperimentSummary[]) => [
  ...all.filter(({ headline }) => headline),
  ...all.filter(({ headline }) => !headline),
];

/** Experiments by search, each with its factors as one-click comparisons and the runs that the search hits. */
export function ExperimentChoices() {
  const { search, set } = useCompare();
  const [text, setText] = useState(search.q ?? '');
  const [limit, setLimit] = useState(STEP);
  const store = useDebouncedCallback((next: string) => set({ q: next || undefined }), 250);
  const { data, isPending, isError, error, refetch } = useQuery({
    ...experimentsQuery({ q: search.q, limit }),
    placeholderData: keepPreviousData,
  });
  return (
    <Stack gap="md">
      <TextInput
        aria-label="Find experiments and runs"
        placeholder="Find experiments and runs"
        leftSection={<IconSearch size={16} />}
        value={text}
        onChange={({ currentTarget: { value } }) => {
          setText(value);
          store(value);
        }}
        maw={520}
      />
      {isPending && <TableSkeleton />}
      {isError && <ErrorState error={error} failedPart="the experiments" onRetry={() => void refetch()} />}
      {data?.length === 0 && <None words={search.q} />}
      {data &&
        withFiguresFirst(data).map((experiment) => (
          <Choice key={experiment.id} experiment={experiment} words={search.q ?? ''} />
        ))}
      {data && data.length >= limit && limit < MAX_CHOICES && (
        <Group justify="center">
          <PlainButton onClick={() => setLimit(Math.min(MAX_CHOICES, limit + 2 * STEP))}>
            Show older experiments
          </PlainButton>
        </Group>
      )}
    </Stack>
  );
}

function None({ words }: { words?: string }) {
  return (
    <EmptyState
      title={words ? 'Nothing matches' : 'Nothing to compare yet'}
      text={
        words
          ? 'Try fewer words: a name, a variant, a host, a tag or a knob.'
          : 'Launch an experiment with two or more variants, or import outputs of load tools; their runs can then be compared here.'
      }
      action={!words && <ButtonLink to="/new">New experiment</ButtonLink>}
    />
  );
}

function Choice({ experiment, words }: { experiment: ExperimentSummary; words: string }) {
  const { id, name, state, runs, rounds, testbed, tool } = experiment;
  const { address } = useCompare();
  const { data } = useQuery({ ...experimentQuery(id), staleTime: 60_000 });
  return (
    <Paper component="article" aria-label={name}>
      <Group justify="space-between" gap="md">
        <Stack gap={2} miw={0} flex="1 1 280px">
          <Group gap="sm">
            <TextLink to="/experiments/$id" params={{ id }} fw={600} c="var(--dyno-ink)">
              {name}
            </TextLink>
            {state !== 'finished' && <StateBadge state={state} />}
          </Group>
          <Small>
            {tool} · {plural(runs, 'run')} × {plural(rounds, 'round')} · {testbed?.name ?? 'imported'} ·{' '}
            {ago(experiment.started_at ?? experiment.created_at)}
          </Small>
        </Stack>
        <Group gap="xs">
          {data && <Shortcuts experiment={data} most={SHORTCUTS} />}
          <ButtonLink size="xs" variant="subtle" to="." search={address({ pick: id, q: undefined }) as never}>
            Choose runs
          </ButtonLink>
        </Group>
      </Group>
      {data && words && <Hits experiment={data} words={words} />}
    </Paper>
  );
}

const HITS = 5;

/** Runs that the words find; none where they mean the experiment as a whole. */
function Hits({ experiment: { run_list: all, name }, words }: { experiment: Experiment; words: string }) {
  const runs = all.filter(({ deleted: isDeleted }) => !isDeleted);
  const hits = runsWith(
    runs,
    words
      .split(/\s+/)
      .filter((word) => !name.toLowerCase().includes(word.toLowerCase()))
      .join(' '),
  );
  if (hits.length === 0 || hits.length === runs.length) return null;
  return (
    <Stack gap={6} mt="sm" component="ul" p={0} mb={0} style={{ listStyle: 'none' }}>
      {hits.slice(0, HITS).map((run) => (
        <Group key={run.id} component="li" justify="space-between" wrap="nowrap" gap="sm">
          <Text fz="sm" miw={0} style={{ overflowWrap: 'anywhere' }}>
            {run.name} <Small span>{rate(run.means.requests_per_s)}</Small>
          </Text>
          <SideButtons runs={[run.id]} name={run.name} />
        </Group>
      ))}
      {hits.length > HITS && <Small component="li">and {hits.length - HITS} more under Choose runs</Small>}
    </Stack>
  );
}
