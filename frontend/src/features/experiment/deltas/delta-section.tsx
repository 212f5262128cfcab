import { Box, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useCallback, useDeferredValue, useMemo, useState } from 'react';

import { deltasQuery } from '@/api/queries/experiments';
import type { Experiment, Metric } from '@/api/types';
import type { DeltaRow } from '@/components/charts/comparison/delta-data';
import { DeltaChart, deltaChartHeight } from '@/components/charts/comparison/delta-chart';
import { deltaTable } from '@/components/charts/data-table/chart-tables';
import { exactMeasure, measure } from '@/components/words/format';
import { ChartSection } from '@/components/chart-frame/chart-section';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { QueryState } from '@/components/ui/feedback/query-state';
import { isUnfinished } from '@/components/words/states';

import { type Scope } from '../view/scope';
import { metricWords } from '../view/metrics';
import { type Arrangement } from '../view/arrangement';

import { RowsFilter } from './rows-filter';
import { Caption, emptyReason } from './delta-words';
import { changeText, deltaRows, minEffectOf } from './delta-rows';
import { arrangeRuns } from './arranged';

interface DeltaSectionProps {
  experiment: Experiment;
  scope: Scope;
  metric: Metric;
  pickers: ReactNode;
  /** At least one trial has figures. */
  isMeasured: boolean;
  arrangement?: Arrangement;
  isFolded?: boolean;
}

const ALL: Arrangement = {};

type Format = (change: number | null, low?: number | null, high?: number | null) => string;

/** The page's main chart: how much each run differs from the baseline, and how sure that is. */
export function DeltaSection({
  experiment,
  scope,
  metric,
  pickers,
  isMeasured,
  arrangement = ALL,
  isFolded = false,
}: DeltaSectionProps) {
  const query = useQuery(deltasQuery(experiment.id, metric.name));
  const mean = scope.baseline?.means[metric.name];
  const arrangedScope = useMemo(
    () => arrangeRuns(scope, query.data, metric, arrangement),
    [scope, query.data, metric, arrangement],
  );
  const inOrder = isUnfinished(experiment.state) || Boolean(arrangement.order);
  const rows = useMemo(
    () => deltaRows(arrangedScope, query.data, metric, !isUnfinished(experiment.state), inOrder),
    [arrangedScope, query.data, metric, experiment.state, inOrder],
  );
  const format = useCallback<Format>(
    (change, low = null, high = null) => changeText(change, metric, { low, high }),
    [metric],
  );
  return (
    <ChartSection
      id="deltas"
      name="deltas"
      title={isFolded ? 'Every cell against the baseline' : 'Change against baseline'}
      fold={isFolded ? FOLD : undefined}
      subtitle={scope.baseline && `— ${baselineWords(scope.baseline.variant, mean, metric)}`}
      help={{ topic: 'deltaChart', label: 'How to read this chart', children: READING }}
      aside={pickers}
      caption={<Caption metric={metric} scope={scope} deltas={query.data} experiment={experiment} />}
      table={() =>
        deltaTable(rows, format, `change in ${metricWords(metric)}`, (mean) =>
          exactMeasure(mean, metric.unit),
        )
      }
      bare={!rows.some((row) => row.change !== null)}
      filter={
        query.data && (
          <RowsFilter
            arrangement={arrangement}
            shownCount={countOthers(arrangedScope)}
            all={countOthers(scope)}
          />
        )
      }
    >
      <QueryState query={query} failedPart="the deltas" />
      {!query.isError && (
        <Deltas
          {...{ experiment, scope, metric, isMeasured, rows }}
          isPending={query.isPending}
          minEffect={minEffectOf(query.data)}
          format={format}
          shownCount={countOthers(arrangedScope)}
        />
      )}
    </ChartSection>
  );
}

const FOLD = { id: 'deltas', params: ['q', 'verdict', 'order'] };

const READING =
  'Whisker: the 95% interval of the change, paired by round; thin, the one that holds for all candidates together. Dots: the rounds. Shaded: smaller than what matters here. Colour is the verdict, not the sign: green better, orange worse, grey the same or not settled.';

const countOthers = ({ runs }: Scope) => runs.filter((run) => !run.is_baseline && !run.deleted).length;

function baselineWords(name: string, mean: number | undefined, metric: Metric): string {
  if (mean === undefined) return name;
  return `${name}, ${measure(mean, metric.unit)}${metric.unit === '1' ? ` ${metric.label}` : ''}`;
}

interface DeltasProps {
  experiment: Experiment;
  scope: Scope;
  metric: Metric;
  rows: DeltaRow[];
  isPending: boolean;
  minEffect: number | null;
  isMeasured: boolean;
  format: Format;
  /** How many rows are going to be there. */
  shownCount: number;
}

function Deltas({
  experiment,
  scope,
  metric,
  rows,
  isPending,
  minEffect,
  isMeasured,
  format,
  shownCount,
}: DeltasProps) {
  const navigate = useNavigate();
  const open = useCallback((id: string) => void navigate({ to: '/runs/$id', params: { id } }), [navigate]);
  const absolute = metric.zero_ok;
  const chartProps = useMemo(
    () =>
      isPending
        ? undefined
        : { metric, rows, minEffect, absolute, formatChange: absolute ? format : undefined },
    [isPending, metric, rows, minEffect, absolute, format],
  );
  // The chart of the metric before stays below the skeleton: to draw it anew would block the page.
  const [latestProps, setLatestProps] = useState(chartProps);
  if (chartProps && chartProps !== latestProps) setLatestProps(chartProps);
  // The picker answers at once; two hundred bars follow when there is time.
  const deferredProps = useDeferredValue(latestProps);
  if (!deferredProps) return <Skeleton h={deltaChartHeight(shownCount)} aria-busy="true" />;
  if (!isPending && rows.length === 0 && countOthers(scope) > 0 && !isUnfinished(experiment.state)) {
    return <EmptyState plain title="No variant matches" text="Show all, or use fewer words." />;
  }
  const isWithoutChange = rows.every((row) => row.change === null);
  const hasFailures = rows.some((row) => row.failsMore);
  const reason = !isPending && emptyReason(experiment, scope, metric, isWithoutChange, isMeasured);
  if (reason && !hasFailures) return <EmptyState plain {...reason} />;
  const { metric: drawnMetric, ...drawnProps } = deferredProps;
  const isBusy = drawnMetric !== metric;
  return (
    <Box pos="relative" aria-busy={isBusy}>
      {isBusy && <Skeleton pos="absolute" inset={0} h="100%" style={{ zIndex: 6 }} />}
      <DeltaChart {...drawnProps} baseline={scope.baseline?.variant ?? 'the baseline'} onSelect={open} />
    </Box>
  );
}
