import { Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';

import { shortcuts } from './shortcuts';
import { experimentQuery, experimentsQuery } from '@/api/queries/experiments';
import type { ExperimentSummary } from '@/api/types';
import { ago, plural } from '@/components/format';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { ButtonLink, TextLink } from '@/components/ui/links';
import { TableSkeleton } from '@/components/ui/loading';
import { StateBadge } from '@/components/ui/state-badge';
import { useUrlParam } from '@/components/ui/use-url-param';

const SHOWN = 12;
const MOST = 4;

/** The newest experiments, each with its factors as one-click comparisons. */
export function ExperimentChoices() {
  const [q, setQ] = useUrlParam('q');
  const [text, setText] = useState(q ?? '');
  const store = useDebouncedCallback((next: string) => setQ(next || undefined), 250);
  const { data, isPending, isError, error, refetch } = useQuery(experimentsQuery({ q, limit: SHOWN }));
  return (
    <Stack gap="md">
      <TextInput
        aria-label="Find an experiment"
        placeholder="Find an experiment"
        leftSection={<IconSearch size={16} />}
        value={text}
        onChange={({ currentTarget: { value } }) => {
          setText(value);
          store(value);
        }}
        maw={420}
      />
      {isPending && <TableSkeleton />}
      {isError && <ErrorState error={error} where="the experiments" onRetry={() => void refetch()} />}
      {data?.length === 0 && (
        <EmptyState
          title={q ? 'No experiment has that name' : 'Nothing to compare yet'}
          text={
            q
              ? undefined
              : 'Launch an experiment with two or more variants; its runs can then be compared here.'
          }
          action={!q && <ButtonLink to="/new">New experiment</ButtonLink>}
        />
      )}
      {data?.map((experiment) => (
        <Choice key={experiment.id} experiment={experiment} />
      ))}
    </Stack>
  );
}

function Choice({ experiment }: { experiment: ExperimentSummary }) {
  const { id, name, state, runs, rounds, testbed, tool } = experiment;
  const { a, b } = route.useSearch();
  const { data } = useQuery({ ...experimentQuery(id), staleTime: 60_000 });
  const quick = data ? shortcuts(data) : [];
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
          <Text fz="xs" c="dimmed">
            {tool} · {plural(runs, 'run')} × {plural(rounds, 'round')} · {testbed?.name ?? 'imported'} ·{' '}
            {ago(experiment.started_at ?? experiment.created_at)}
          </Text>
        </Stack>
        <Group gap="xs">
          {quick.slice(0, MOST).map(({ label, search, pins }) => (
            <ButtonLink
              key={label}
              size="xs"
              variant={pins ? 'filled' : 'default'}
              to="/compare"
              search={search}
            >
              {label}
            </ButtonLink>
          ))}
          <ButtonLink size="xs" variant="subtle" to="/compare" search={{ pick: id, a, b }}>
            Choose runs
          </ButtonLink>
        </Group>
      </Group>
    </Paper>
  );
}

const route = getRouteApi('/compare');
