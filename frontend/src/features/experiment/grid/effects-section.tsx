import { Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo } from 'react';

import { mainEffectsQuery } from '@/api/queries/experiments';
import type { Experiment, MainEffects, Metric } from '@/api/types';
import { DeltaChart, deltaChartHeight } from '@/components/charts/comparison/delta-chart';
import { capital, plural } from '@/components/words/format';
import { ChartSection } from '@/components/chart-frame/chart-section';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { QueryState } from '@/components/ui/feedback/query-state';
import { DocsLink } from '@/components/ui/navigation/docs-link';
import { UrlSegments } from '@/components/ui/navigation/url-segments';
import { isUnfinished } from '@/components/words/states';
import { metricNamed } from '@/components/words/metrics';

import type { ExperimentSearch } from '../view/search';
import { type Scope } from '../view/scope';
import { metricWords } from '../view/metrics';
import { changeText } from '../deltas/delta-rows';

import { dimensionsOf, isCrossed } from './pivot';
import { effectRows, effectsTable, leftOut } from './effect-rows';

interface EffectsSectionProps {
  experiment: Experiment;
  scope: Scope;
  search: ExperimentSearch;
  /** It is the page's first chart. */
  pickers?: ReactNode;
}

/** What each factor of a grid does by itself; nothing where there are no two to cross. */
export function EffectsSection(props: EffectsSectionProps) {
  const { experiment, scope } = props;
  const isGridCrossed = isCrossed(dimensionsOf(experiment.factors, scope));
  return isGridCrossed ? <Effects {...props} /> : null;
}

function Effects({ experiment, scope, search, pickers }: EffectsSectionProps) {
  const metric = metricNamed(search.metric);
  const several = scope.workloads.length > 1;
  const isOneWorkload = several && search.over !== 'all';
  const query = useQuery({
    ...mainEffectsQuery(experiment.id, metric.name, isOneWorkload ? scope.workload : undefined),
    placeholderData: (before) => before,
  });
  const rows = useMemo(() => (query.data ? effectRows(query.data) : []), [query.data]);
  const isAllZero = query.data !== undefined && noneAtAll(query.data);
  const hasChange = !isAllZero && rows.some((row) => row.change !== null);
  return (
    <ChartSection
      id="effects"
      name="effects"
      title="Main effects"
      subtitle={`— ${metricWords(metric)}`}
      aside={
        <Group gap="xs" justify="flex-end">
          {several && (
            <UrlSegments
              name="over"
              label="Workloads of the main effects"
              fallback="one"
              options={[
                { value: 'one', label: scope.workload },
                { value: 'all', label: `all ${scope.workloads.length} workloads` },
              ]}
            />
          )}
          {pickers}
        </Group>
      }
      caption={
        (query.isPending || hasChange) && (
          <Caption
            metric={metric}
            workloads={isOneWorkload ? 1 : scope.workloads.length}
            mainEffects={query.data}
          />
        )
      }
      table={() => (query.data ? effectsTable(query.data) : { columns: [], rows: [] })}
      bare={!hasChange}
    >
      <QueryState
        query={query}
        failedPart="the main effects"
        skeleton={<Skeleton h={deltaChartHeight(countEffects(experiment))} aria-busy="true" />}
      />
      {isAllZero && (
        <EmptyState
          plain
          title={`No ${metricWords(metric)}`}
          text="None in any valid trial of these runs, so no factor makes a difference."
        />
      )}
      {query.data && !hasChange && !isAllZero && (
        <Nothing open={isUnfinished(experiment.state)} mainEffects={query.data} />
      )}
      {query.data && hasChange && <Drawn mainEffects={query.data} rows={rows} />}
    </ChartSection>
  );
}

function Drawn({
  mainEffects: effects,
  rows,
}: {
  mainEffects: MainEffects;
  rows: ReturnType<typeof effectRows>;
}) {
  const { metric } = effects;
  const format = useCallback((change: number | null) => changeText(change, metric), [metric]);
  return (
    <DeltaChart
      rows={rows}
      minEffect={effects.min_effect}
      baseline="the baseline’s level"
      formatChange={metric.zero_ok ? format : undefined}
      absolute={metric.zero_ok}
    />
  );
}

/** The metric can be zero, and it is: a chart of zeros would say nothing. */
const noneAtAll = ({ effects, metric }: MainEffects) =>
  metric.zero_ok &&
  effects.some(({ delta }) => delta.candidate_mean === 0) &&
  effects.every(({ delta }) => !delta.candidate_mean && !delta.baseline_mean);

function Nothing({ open, mainEffects: effects }: { open: boolean; mainEffects: MainEffects }) {
  const text = open
    ? 'An effect appears as soon as two cells that differ in one factor alone are measured in the same round.'
    : (leftOut(effects)[0] ?? 'No two cells that differ in one factor alone have a figure.');
  return <EmptyState plain title="No main effect yet" text={capital(text)} />;
}

/** A bar for each level that is not the baseline's. */
const countEffects = ({ factors }: Experiment) =>
  Object.values(factors).reduce((sum, levels) => sum + levels.length - 1, 0);

interface CaptionProps {
  metric: Metric;
  workloads: number;
  /** Absent while they load. */
  mainEffects?: MainEffects;
}

function Caption({ metric, workloads, mainEffects: effects }: CaptionProps) {
  const leftOutTexts = effects ? leftOut(effects) : [];
  return (
    <Text span inherit>
      Bar: {metric.zero_ok ? 'mean difference' : 'mean change'} over pairs differing in nothing else
      {workloads > 1 ? `, in ${plural(workloads, 'workload')}` : ''}; whisker: 95% interval.{' '}
      <DocsLink topic="effects">How to read a grid</DocsLink>
      {leftOutTexts.length > 0 && (
        <>
          {' '}
          Only complete pairs count: {leftOutTexts.slice(0, 4).join('; ')}
          {leftOutTexts.length > 4 ? `; and ${leftOutTexts.length - 4} more, in the table` : ''}.
        </>
      )}
    </Text>
  );
}
