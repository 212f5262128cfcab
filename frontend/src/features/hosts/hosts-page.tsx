import { SimpleGrid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';

import { useLive } from '@/api/events';
import { hostsQuery } from '@/api/queries/hosts';
import { plural } from '@/components/words/format';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { needsRestore } from '@/components/domain/hosts-to-restore';
import { Needs } from '@/components/domain/needs';
import { QueryState } from '@/components/ui/feedback/query-state';
import { CardSkeleton } from '@/components/ui/feedback/loading';
import { PageHeader } from '@/components/ui/layout/page-header';
import { ScrollHere } from '@/components/ui/layout/scroll-here';
import { DocsLink } from '@/components/ui/navigation/docs-link';
import { useUrlParam } from '@/components/ui/navigation/use-url-param';
import { Small } from '@/components/ui/labels/texts';

import { TestbedTable } from './testbed-table';
import { HostDetails } from './host-details';
import { HostCard } from './host-card';
import { HostPages } from './queue/host-pages';
import { RestoreCard } from './restore-card';
import { AddHostButton, AddHostDialog } from './add-host';
import { OpenTokens } from './open-tokens';
import { WaitingAgents } from './waiting-agents';

const route = getRouteApi('/hosts');

/** Every machine with an agent: its state, what it is, what it does now. */
export function HostsPage() {
  const { host: selectedId, add } = route.useSearch();
  const [, setAdd] = useUrlParam('add');
  const hosts = useQuery({ ...hostsQuery, refetchInterval: 10_000 });
  useLive({ isEnabled: true, keys: [['hosts'], ['testbeds']] });
  const online = hosts.data?.filter((host) => host.online).length ?? 0;

  return (
    <Stack gap="lg">
      <HostPages />
      <PageHeader
        title="Hosts"
        actions={<AddHostButton />}
        meta={
          <span>{hosts.data ? `${plural(hosts.data.length, 'host')}, ${online} online` : 'Looking …'}</span>
        }
      />
      <QueryState query={hosts} failedPart="the hosts" />
      <WaitingAgents />
      {hosts.data?.filter(needsRestore).map((host) => (
        <RestoreCard key={host.id} host={host} />
      ))}
      {hosts.data?.length === 0 && (
        <EmptyState
          title="No host yet"
          text="A host is a machine with an agent, which applies settings, runs load tools and nginx, and restores every setting."
        />
      )}
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {hosts.isPending && [1, 2, 3].map((n) => <CardSkeleton key={n} lines={9} />)}
        {hosts.data?.map((host) => (
          <HostCard key={host.id} host={host} isSelected={host.id === selectedId} />
        ))}
      </SimpleGrid>
      {selectedId && (
        <ScrollHere key={selectedId}>
          <HostDetails id={selectedId} />
        </ScrollHere>
      )}
      {add === 'host' && <AddHostDialog onClose={() => setAdd(undefined)} />}
      <TestbedTable />
      <Needs right="admin">
        <OpenTokens />
      </Needs>
      <Small>
        A host is clean, applied (settings of a running experiment are in place) or needs a restore (something
        could not be restored; no experiment can run on it until it is).{' '}
        <DocsLink topic="hosts">How host settings are changed and restored</DocsLink>
      </Small>
    </Stack>
  );
}
