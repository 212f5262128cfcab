import { Group, NativeSelect, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';

import type { Metric, RunSummary, Trial } from '@/api/types';
import { TrialsChart } from '@/components/charts/distribution/trials-chart';
import { trialsTable } from '@/components/charts/data-table/chart-tables';
import { measure, percentSize } from '@/components/words/format';
import { ChartPart } from '@/components/chart-frame/chart-section';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { QueryState } from '@/components/ui/feedback/query-state';
import { TextLink } from '@/components/ui/navigation/links';
import { TableSkeleton } from '@/components/ui/feedback/loading';
import { useUrlParam } from '@/components/ui/navigation/use-url-param';
import { Small } from '@/components/ui/labels/texts';

import type { ViewProps } from '../view/view-props';
import { metricWords } from '../view/metrics';
import { MetricSelect } from '../view/metric-select';

import { remarksOf, trialPoints } from './trial-rows';
import { TrialsMatrix } from './trials-matrix';
import { RemarkList } from './remark-list';

type TrialsViewProps = ViewProps & { trials: UseQueryResult<Trial[]> };

/** Every trial: all runs by round, or one run as dots; what does not count stands hollow, with its reason. */
export function TrialsView({ experiment, scope, search, metric, trials: query }: TrialsViewProps) {
  const [, pick] = useUrlParam('run');
  if (!query.isSuccess)
    return <QueryState query={query} failedPart="the trials" skeleton={<TableSkeleton />} />;
  const shownRuns = scope.runs.filter((run) => !run.deleted);
  const run = shownRuns.find(({ id }) => id === search.run);
  const runs = run ? [run] : shownRuns;
  if (query.data.length === 0) return <EmptyState plain title="No trials" text="None was planned or kept." />;
  return (
    <Stack gap="lg">
      <Group gap="md">
        <NativeSelect
          size="xs"
          label="Run"
          maw={320}
          value={run?.id ?? ''}
          data={[
            { value: '', label: `all ${shownRuns.length} runs` },
            ...shownRuns.map(({ id, variant }) => ({ value: id, label: variant })),
          ]}
          onChange={(event) => pick(event.currentTarget.value || undefined)}
        />
        <MetricSelect value={metric.name} />
      </Group>
      {run ? (
        <OneRun run={run} trials={query.data} metric={metric} />
      ) : (
        <TrialsMatrix
          runs={runs}
          trials={query.data}
          metric={metric}
          interruptions={experiment.interruptions}
        />
      )}
      <RemarkList remarks={remarksOf(runs, query.data)} />
    </Stack>
  );
}

function OneRun({ run, trials, metric }: { run: RunSummary; trials: Trial[]; metric: Metric }) {
  const points = useMemo(() => trialPoints(trials, run.id, metric.name), [trials, run.id, metric.name]);
  const mean = run.means[metric.name];
  const cv = run.cv[metric.name] ?? 0;
  const band = useMemo(
    () => (mean === undefined ? undefined : { mean, low: mean * (1 - cv), high: mean * (1 + cv) }),
    [mean, cv],
  );
  if (points.length === 0) {
    return (
      <EmptyState
        plain
        title={`No ${metricWords(metric)} of this run`}
        text="No trial of it has this figure (yet). Another metric may have."
      />
    );
  }
  return (
    <ChartPart
      source={{
        name: 'trials',
        title: `${run.variant}: ${metricWords(metric)} of each trial`,
        table: () => trialsTable(points, metric.unit, metric.label),
      }}
    >
      <TrialsChart trials={points} unit={metric.unit} band={band} />
      <Small mt="sm">
        A dot is one trial, by round. Dashed: the mean of the valid ones, {measure(mean, metric.unit)};
        shaded: one standard deviation to each side{cv ? ` (${percentSize(cv)})` : ''}. Hollow: left out of
        every delta.{' '}
        <TextLink to="/runs/$id" params={{ id: run.id }}>
          Open this run
        </TextLink>
      </Small>
    </ChartPart>
  );
}
