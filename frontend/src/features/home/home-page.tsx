import { Grid, Stack, Group } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';

import { useLive } from '@/api/events';
import { experimentsQuery } from '@/api/queries/experiments';
import { hostsQuery } from '@/api/queries/hosts';
import { mergeReadings, useReadings } from '@/api/readings';
import type { ExperimentSummary, Host } from '@/api/types';
import { plural, ago } from '@/components/words/format';
import { HostsToRestore } from '@/components/domain/hosts-to-restore';
import { Needs } from '@/components/domain/needs';
import { QueryState } from '@/components/ui/feedback/query-state';
import { ExperimentTable } from '@/components/domain/experiment-table';
import { ButtonLink, TextLink } from '@/components/ui/navigation/links';
import { TableSkeleton } from '@/components/ui/feedback/loading';
import { isUnfinished } from '@/components/words/states';
import { PageHeader } from '@/components/ui/layout/page-header';
import { Section } from '@/components/ui/layout/section';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { StateBadge } from '@/components/ui/labels/state-badge';
import { Small } from '@/components/ui/labels/texts';

import { RunningCard } from './running-card';
import { FirstSteps } from './first-steps';

const RECENT = experimentsQuery({ limit: 12 });
const isExample = ({ origin, tags }: ExperimentSummary) => origin === 'imported' && tags.includes('example');
const isOpen = ({ state }: ExperimentSummary) => isUnfinished(state);

/** What is at work first, then what waits, the oldest first; lists begin with the newest. */
const inOrderOfTurn = (experiments: ExperimentSummary[]) =>
  experiments.toReversed().sort((a, b) => Number(a.state === 'queued') - Number(b.state === 'queued'));

function summary(running: number, hosts: Host[] = []) {
  const online = hosts.filter((host) => host.online).length;
  const work = running ? `${plural(running, 'experiment')} under way` : 'Nothing is running';
  return `${work} · ${online} of ${plural(hosts.length, 'host')} online`;
}

/** What is running now, what came out lately, and which hosts are there. */
export function HomePage() {
  const experiments = useQuery(RECENT);
  const hosts = useQuery(hostsQuery);
  const { byRun, onEvent } = useReadings();
  useLive({ isEnabled: true, keys: [['experiments', 'list'], ['hosts']], onEvent });

  const all = experiments.data ?? [];
  const running = inOrderOfTurn(all.filter(isOpen));
  const endedExperiments = all.filter((experiment) => !isOpen(experiment));

  const isPending = experiments.isPending || hosts.isPending;
  const hasData = experiments.isSuccess && hosts.isSuccess;

  return (
    <Stack gap="lg">
      <PageHeader
        title="Home"
        actions={
          <Needs right="operator">
            <ButtonLink to="/new">New experiment</ButtonLink>
          </Needs>
        }
        meta={<span>{hasData ? summary(running.length, hosts.data) : isPending && 'Looking …'}</span>}
      />
      {/* Not piece by piece: what comes later would push down what is already read. */}
      {isPending ? (
        <TableSkeleton rows={12} />
      ) : (
        <>
          <HostsToRestore hosts={hosts.data} />
          <QueryState query={experiments} failedPart="the experiments" />
          {experiments.isSuccess && all.every(isExample) && <FirstSteps hosts={hosts.data} />}
          {running.map((experiment) => (
            <RunningCard
              key={experiment.id}
              experiment={experiment}
              points={experiment.state === 'running' ? mergeReadings(byRun) : []}
            />
          ))}
          <Grid gap="md">
            {endedExperiments.length > 0 && (
              <Grid.Col span={{ base: 12, md: 8 }}>
                <Section
                  title="Recent experiments"
                  aside={<TextLink to="/experiments">All experiments</TextLink>}
                >
                  <ExperimentTable experiments={endedExperiments} />
                </Section>
              </Grid.Col>
            )}
            <Grid.Col span={{ base: 12, md: endedExperiments.length > 0 ? 4 : 12 }}>
              <HostList query={hosts} />
            </Grid.Col>
          </Grid>
        </>
      )}
    </Stack>
  );
}

/** The hosts in short: who is there, for what, and whether something has to be looked at. */
function HostList({ query }: { query: UseQueryResult<Host[]> }) {
  const { data, isError, error, refetch } = query;
  return (
    <Section title="Hosts" aside={<TextLink to="/hosts">Details</TextLink>}>
      {isError && <ErrorState error={error} failedPart="the hosts" onRetry={() => void refetch()} />}
      {data?.length === 0 && (
        <EmptyState plain title="No host yet" text="Start an agent on this or another machine." />
      )}
      <Stack gap="md">
        {data?.map((host) => (
          <Group key={host.id} justify="space-between" wrap="nowrap" gap="sm">
            <div style={{ minWidth: 0 }}>
              <TextLink to="/hosts" search={{ host: host.id }} fw={550} c="var(--dyno-ink)">
                {host.name}
              </TextLink>
              <Small truncate>
                {host.roles.join(', ')} ·{' '}
                {host.held_by
                  ? `busy with ${host.held_by.name}`
                  : host.claimed_by
                    ? 'held by another dashboard'
                    : ago(host.last_seen)}
              </Small>
            </div>
            <Group gap={6} wrap="nowrap">
              {host.condition !== 'clean' && <StateBadge state={host.condition} />}
              <StateBadge state={host.online ? 'online' : 'offline'} />
            </Group>
          </Group>
        ))}
      </Stack>
    </Section>
  );
}
