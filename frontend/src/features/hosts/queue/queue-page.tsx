import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { useLive } from '@/api/events';
import { queueQuery } from '@/api/queries/queue';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { CardSkeleton } from '@/components/ui/feedback/loading';
import { PageHeader } from '@/components/ui/layout/page-header';
import { DocsLink } from '@/components/ui/navigation/docs-link';
import { plural } from '@/components/words/format';
import { Small } from '@/components/ui/labels/texts';

import { HostPages } from './host-pages';
import { TestbedLine } from './testbed-line';

/** Every testbed with who uses it, and who waits for it in which order. */
export function QueuePage() {
  const { data, isPending, isError, error, refetch } = useQuery({ ...queueQuery, refetchInterval: 10_000 });
  useLive({ isEnabled: true, keys: [['queue']] });
  const waiting = new Set(data?.flatMap((line) => line.waiting.map(({ id }) => id)));
  return (
    <Stack gap="lg">
      <HostPages />
      <PageHeader
        title="Queue"
        meta={<span>{data ? `${plural(waiting.size, 'experiment')} waiting` : 'Looking …'}</span>}
      />
      {isError && <ErrorState error={error} failedPart="the queue" onRetry={() => void refetch()} />}
      {isPending && <CardSkeleton lines={5} />}
      {data?.length === 0 && (
        <EmptyState
          title="No testbed yet"
          text="Experiments queue for testbeds. One appears as soon as hosts cover the roles."
        />
      )}
      {data?.map((line) => (
        <TestbedLine key={line.testbed.id} line={line} />
      ))}
      <Small>
        One experiment at a time uses a host. Experiments start in the order in which they were queued; one
        for any testbed with a label takes the first matching testbed that is free.{' '}
        <DocsLink topic="queue">Queues and labels</DocsLink>
      </Small>
    </Stack>
  );
}
