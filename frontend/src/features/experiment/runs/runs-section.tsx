import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { memo, startTransition, useDeferredValue, useEffect, useMemo, useState } from 'react';

import { deltasQuery, stepsQuery } from '@/api/queries/experiments';
import type { Experiment, Trial } from '@/api/types';
import { QueryState } from '@/components/ui/feedback/query-state';
import { TableSkeleton } from '@/components/ui/feedback/loading';
import { Section } from '@/components/ui/layout/section';
import type { DocsMarkProps } from '@/components/ui/navigation/docs-mark';
import { UrlSelect } from '@/components/ui/navigation/url-select';
import { metricNamed } from '@/components/words/metrics';

import type { ViewProps } from '../view/view-props';
import { arrangeRuns } from '../deltas/arranged';
import { type Arrangement } from '../view/arrangement';
import { GridBars } from '../grid/grid-bars';
import { dimensionsOf, isCrossed } from '../grid/pivot';
import { PivotView } from '../grid/pivot-view';
import { PublishedView } from '../published/published-view';
import type { Scope } from '../view/scope';
import type { ExperimentSearch } from '../view/search';

import { RunsTable } from './runs-table';
import type { RunDelta } from './table-rows';
import { tradeOffPoints } from './trade-off';
import { TradeOffView } from './trade-off-view';
import { TrialsView } from './trials-view';

interface RunsSectionProps {
  experiment: Experiment;
  scope: Scope;
  search: ExperimentSearch;
  trials: UseQueryResult<Trial[]>;
  arrangement: Arrangement;
  /** The table has each run against the step before it. */
  bySteps: boolean;
}

/** The runs in figures: as a table, by factors, trial by trial, beside the write-up. */
export function RunsSection({
  experiment,
  scope: whole,
  search,
  trials,
  arrangement,
  bySteps,
}: RunsSectionProps) {
  const metric = metricNamed(search.metric);
  const query = useQuery(deltasQuery(experiment.id, metric.name));
  const steps = useQuery({ ...stepsQuery(experiment.id, metric.name), enabled: bySteps });
  const options = viewsOf(experiment, whole);
  const view = options.find(({ value }) => value === search.view)?.value ?? 'table';
  const byRow = view === 'table' || view === 'figures' || view === 'trials';
  const scope = useMemo(
    () => (byRow ? arrangeRuns(whole, query.data, metric, arrangement) : whole),
    [byRow, whole, query.data, metric, arrangement],
  );
  const inOrder = Boolean(arrangement.order);
  const deltas = query.data;
  const inTable = bySteps ? steps.data : deltas;
  const viewProps = useMemo(
    () => deltas && { experiment, scope, search, metric, deltas, inTable, bySteps, inOrder, view, trials },
    [experiment, scope, search, metric, deltas, inTable, bySteps, inOrder, view, trials],
  );
  // Figures of the metric before stay until those of another are there, so that nothing below jumps.
  const [latestProps, setLatestProps] = useState(viewProps);
  if (viewProps && viewProps !== latestProps) setLatestProps(viewProps);
  // The pickers answer at once; hundreds of rows follow when there is time.
  const soonProps = useDeferredValue(latestProps?.experiment.id === experiment.id ? latestProps : undefined);
  const [deferredProps, setDeferredProps] = useState(soonProps);
  // After the chart, in a commit of their own: to lay out both at once would block the page.
  useEffect(() => startTransition(() => setDeferredProps(soonProps)), [soonProps]);

  return (
    <Section
      id="runs"
      title="Runs"
      help={HELP[view]}
      aside={<UrlSelect name="view" label="View of the runs" fallback="table" options={options} />}
    >
      {!query.isError && !deferredProps && (
        <TableSkeleton rows={Math.min(12, Math.max(3, scope.runs.length))} />
      )}
      <QueryState query={query} failedPart="the deltas" />
      {!query.isError && deferredProps && <View {...deferredProps} />}
    </Section>
  );
}

const HELP: Partial<Record<string, DocsMarkProps>> = {
  figures: {
    topic: 'spread',
    label: 'Which averages these are',
    children:
      '“Different settings” lists what differs from the baseline, or from the variant that it derives from. Figures are arithmetic means of valid trials, so that they can be compared with published tables; the change is a geometric mean over rounds, from eight on without a sixth of them at either end.',
  },
  tradeoff: {
    topic: 'tradeOff',
    label: 'How to read throughput against latency',
    children:
      'To the right: more requests per second. Lower: shorter p99. It goes by means; lines are 95% intervals, so neighbours may be equal.',
  },
};

interface RunsViewProps extends ViewProps {
  view: string;
  inTable?: RunDelta[];
  bySteps: boolean;
  trials: UseQueryResult<Trial[]>;
}

const View = memo(function View({ view, trials, inTable, bySteps, ...props }: RunsViewProps) {
  if (view === 'pivot') return <PivotView {...props} />;
  if (view === 'bars') return <GridBars {...props} />;
  if (view === 'trials') return <TrialsView {...props} trials={trials} />;
  if (view === 'tradeoff') return <TradeOffView {...props} />;
  if (view === 'published') return <PublishedView {...props} />;
  return <RunsTable {...props} deltas={inTable} bySteps={bySteps} />;
});

function viewsOf({ factors, published: results, origin }: Experiment, scope: Scope) {
  const isGridCrossed = isCrossed(dimensionsOf(factors, scope));
  return [
    { value: 'table', label: 'Table' },
    { value: 'figures', label: 'All figures' },
    ...(isGridCrossed
      ? [
          { value: 'pivot', label: 'Pivot' },
          { value: 'bars', label: 'Bars' },
        ]
      : []),
    { value: 'trials', label: 'Trials' },
    ...(tradeOffPoints(scope.runs).length > 1 ? [{ value: 'tradeoff', label: 'Trade-off' }] : []),
    ...(results
      ? [{ value: 'published', label: origin === 'imported' ? 'Published' : 'Published beside ours' }]
      : []),
  ];
}
