import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';

import { samplesQuery } from '@/api/queries/runs';
import type { Run, TrialDetail } from '@/api/types';
import { plural, span } from '@/components/words/format';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { TableSkeleton } from '@/components/ui/feedback/loading';
import { Muted } from '@/components/ui/labels/texts';

import { hasEnded } from '../trials/trials';

import { GeneratorTable } from './generator-table';
import { HeldConnections } from './held-connections';
import { machinesOf, readingsOf, windowOf } from './machines';
import type { SeriesTab } from './series-names';
import { WhatHappened } from './what-happened';
import { WindowFigures } from './window-figures';
import { WorkerTable } from './worker-table';

const ActivityCharts = lazy(() => import('./activity-charts'));

const FEW = 4;

export interface HostActivityProps {
  run: Run;
  trial: TrialDetail;
  tab: SeriesTab;
}

/** The curves, events, figures and workers of one trial; loaded when the section is opened. */
export default function TrialReadings({ run, trial, tab }: HostActivityProps) {
  const { data, isPending, isError, error, refetch } = useQuery(samplesQuery(run.id, trial.id));
  const readings = useMemo(() => data && readingsOf(data, run.hosts), [data, run.hosts]);
  const machines = machinesOf(run.hosts);
  const few = readings && hasEnded(trial) && readings.times.length < FEW;
  const window = useMemo(() => data && windowOf(data), [data]);
  const seconds = window && window[1] - window[0];
  return (
    <Stack gap="lg">
      {machines.length < run.hosts.length && (
        <Muted>
          {machines.length === 1
            ? `${run.hosts.map(({ role }) => role).join(', ')} are one machine with ${plural(machines[0]?.cpus ?? 0, 'CPU')}: it is shown once.`
            : 'Roles that share a machine are shown once.'}
        </Muted>
      )}
      {isPending && <TableSkeleton rows={5} />}
      {isError && (
        <ErrorState error={error} failedPart="the readings of this trial" onRetry={() => void refetch()} />
      )}
      {readings && !few && (
        <Suspense fallback={<TableSkeleton rows={5} />}>
          <ActivityCharts {...{ readings, tab, window }} setups={run.setups} events={data?.events ?? []} />
        </Suspense>
      )}
      {few && (
        <Text fz="sm">
          The hosts are read once a second, and this trial took {span(seconds)}:{' '}
          {plural(readings.times.length, 'reading')}, too short for charts. The exact counters over the
          measured window are below; a longer trial (from about 5 s) is drawn over time.
        </Text>
      )}
      <WhatHappened events={data?.events ?? []} window={window} />
      <WindowFigures run={run} trial={trial} />
      <GeneratorTable run={run} trial={trial} />
      <HeldConnections trial={trial} />
      <WorkerTable run={run} trial={trial} />
    </Stack>
  );
}
