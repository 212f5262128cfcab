import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';

import { isUnfinished } from '@/components/words/states';
import { ApiError } from '@/api/errors';
import { useLive } from '@/api/events';
import { runQuery } from '@/api/queries/runs';
import { useReadings } from '@/api/readings';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { PageSkeleton } from '@/components/ui/feedback/loading';
import { PageHeader } from '@/components/ui/layout/page-header';

import { RunView } from './run-view';

const RunMissing = lazy(() => import('./run-missing'));

const route = getRouteApi('/runs/$id');

/** The permalink of a run: its figures, trials, hosts, settings and raw output. */
export function RunPage() {
  const { id } = route.useParams();
  const { data: run, isPending, isError, error, refetch } = useQuery(runQuery(id));
  const { byRun, onEvent } = useReadings();
  const live = run !== undefined && isUnfinished(run.experiment_state);
  const { id: experiment } = run?.experiment ?? {};
  useLive({ experiment, isEnabled: live, keys: [['runs', id]], hostKeys: [], onEvent });

  if (isPending) return <PageSkeleton />;
  if (isError && error instanceof ApiError && [404, 410].includes(error.status))
    return (
      <Suspense fallback={<PageSkeleton />}>
        <RunMissing id={id} error={error} />
      </Suspense>
    );
  if (isError)
    return (
      <Stack>
        <PageHeader title="Run" crumbs={[<span key="id">r/{id}</span>]} />
        <ErrorState error={error} failedPart="this run" onRetry={() => void refetch()} />
      </Stack>
    );
  return <RunView run={run} live={live} points={byRun[id] ?? []} />;
}
