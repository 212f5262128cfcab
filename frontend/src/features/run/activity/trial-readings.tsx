import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';

import { samplesQuery } from '@/api/queries/runs';
import type { Run, TrialDetail } from '@/api/types';
import { plural, span, count } from '@/components/words/format';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { TableSkeleton } from '@/components/ui/feedback/loading';
import { Muted, Small, Strong } from '@/components/ui/labels/texts';

import { hasEnded } from '../trials/trials';

import { GeneratorTable } from './generator-table';
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

/** What a trial held beside its load, at both ends; nothing where it held none. */
function HeldConnections({ trial }: { trial: TrialDetail }) {
  const windows = Object.values(trial.windows);
  const report = windows.map((window) => window.held_connections).find((counts) => counts != null);
  if (!report) return null;
  const connections = windows
    .flatMap(({ servers = {} }) => Object.values(servers))
    .map(({ active_begin: begin, active_end: end }) => [begin ?? 0, end ?? 0] as const)
    .sort(([a], [b]) => b - a)[0];
  const {
    goal,
    at_begin: begin,
    at_end: end,
    closes = 0,
    losses = 0,
    requests = 0,
    ramp_s: ramp = 0,
  } = report;
  const server = connections?.[0]
    ? `; nginx had ${count(connections[0])} and ${count(connections[1])} open`
    : '';
  const missing = [
    closes > 0 && `The server closed ${count(closes)}.`,
    losses > 0 && `${count(losses)} were lost with a generator that ended.`,
  ].filter(Boolean);
  return (
    <Small>
      <Strong>Held connections</Strong> {count(begin)} at the beginning and {count(end)} at the end, of{' '}
      {count(goal)}
      {server}. They were opened in {ramp.toFixed(0)} s and asked {count(requests)} times meanwhile.{' '}
      {missing.join(' ')}
    </Small>
  );
}
