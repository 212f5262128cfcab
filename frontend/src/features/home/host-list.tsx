import { Group, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';

import type { Host } from '@/api/types';
import { ago } from '@/components/words/format';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { TextLink } from '@/components/ui/navigation/links';
import { TableSkeleton } from '@/components/ui/feedback/loading';
import { Section } from '@/components/ui/layout/section';
import { StateBadge } from '@/components/ui/labels/state-badge';
import { Small } from '@/components/ui/labels/texts';

/** The hosts in short: who is there, for what, and whether something has to be looked at. */
export function HostList({ query }: { query: UseQueryResult<Host[]> }) {
  const { data, isPending, isError, error, refetch } = query;
  return (
    <Section title="Hosts" aside={<TextLink to="/hosts">Details</TextLink>}>
      {isPending && <TableSkeleton rows={3} />}
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
