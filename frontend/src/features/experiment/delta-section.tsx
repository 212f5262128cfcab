import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';

import { changeText, deltaRows, noiseOf, settling } from './delta-rows';
import { metricNamed, metricWords, pickedMetrics, whyMissing } from './metrics';
import { isOpen, type Scope } from './scope';
import { metricsQuery } from '@/api/queries/comparisons';
import { deltasQuery } from '@/api/queries/experiments';
import type { DeltaOfRun, Experiment, Metric } from '@/api/types';
import { DeltaChart } from '@/components/charts/delta-chart';
import { measure } from '@/components/format';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { TableSkeleton } from '@/components/ui/loading';
import { Section } from '@/components/ui/section';
import { UrlSegments } from '@/components/ui/url-segments';

interface DeltaSectionProps {
  experiment: Experiment;
  scope: Scope;
  /** The metric in the address. */
  wanted?: string;
  /** At least one trial has figures. */
  measured: boolean;
}

/** The page's main chart: how much each run differs from the baseline, and how sure that is. */
export function DeltaSection({ experiment, scope, wanted, measured }: DeltaSectionProps) {
  const { data: metrics } = useQuery(metricsQuery);
  const metric = metricNamed(metrics, wanted);
  const query = useQuery(deltasQuery(experiment.id, metric.name));
  const mean = scope.baseline?.means[metric.name];
  return (
    <Section
      id="deltas"
      title="Change against baseline"
      subtitle={scope.baseline && `— ${baselineWords(scope.baseline.variant, mean, metric)}`}
      aside={
        <UrlSegments
          name="metric"
          label="Metric"
          fallback="requests_per_s"
          options={pickedMetrics(metrics, wanted).map(({ name, label }) => ({ value: name, label }))}
        />
      }
      caption={<Caption metric={metric} scope={scope} deltas={query.data} />}
    >
      {query.isPending && <TableSkeleton rows={Math.max(3, scope.runs.length)} />}
      {query.isError && (
        <ErrorState error={query.error} where="the deltas" onRetry={() => void query.refetch()} />
      )}
      {query.data && (
        <Deltas
          experiment={experiment}
          scope={scope}
          metric={metric}
          deltas={query.data}
          measured={measured}
        />
      )}
    </Section>
  );
}

function baselineWords(name: string, mean: number | undefined, metric: Metric): string {
  if (mean === undefined) return name;
  return `${name}, ${measure(mean, metric.unit)}${metric.unit === '1' ? ` ${metric.label}` : ''}`;
}

interface DeltasProps {
  experiment: Experiment;
  scope: Scope;
  metric: Metric;
  deltas: DeltaOfRun[];
  measured: boolean;
}

function Deltas({ experiment, scope, metric, deltas, measured }: DeltasProps) {
  const navigate = useNavigate();
  const ended = !isOpen(experiment.state);
  const rows = useMemo(() => deltaRows(scope, deltas, metric, ended), [scope, deltas, metric, ended]);
  const open = useCallback((id: string) => void navigate({ to: '/runs/$id', params: { id } }), [navigate]);
  const format = useCallback((change: number | null) => changeText(change, metric), [metric]);
  const nothing = emptyReason(
    experiment,
    scope,
    metric,
    rows.every((row) => row.change === null),
    measured,
  );
  if (nothing) return <EmptyState plain {...nothing} />;
  return (
    <DeltaChart
      rows={rows}
      noise={noiseOf(scope, deltas)}
      baseline={scope.baseline?.variant ?? 'the baseline'}
      onSelect={open}
      formatChange={metric.zero_ok ? format : undefined}
      absolute={metric.zero_ok}
    />
  );
}

/** Why there are no bars, in words; undefined when there are. */
function emptyReason(experiment: Experiment, scope: Scope, metric: Metric, none: boolean, measured: boolean) {
  if (metric.zero_ok && measured && noneAtAll(scope, metric)) {
    return { title: `No ${metricWords(metric)}`, text: 'Not one in any valid trial of any run.' };
  }
  if (!none) return undefined;
  if (isOpen(experiment.state)) {
    return {
      title: 'The first bars come with the first round',
      text: 'A bar appears as soon as the baseline and another run are measured in the same round; it gets its interval from the second round on.',
    };
  }
  if (scope.baseline?.deleted) {
    return {
      title: 'The baseline was deleted',
      text: 'Without it there is nothing to compare with; the runs’ own figures are in the table below.',
    };
  }
  if (measured && scope.runs.every((run) => run.means[metric.name] === undefined)) {
    return { title: `No ${metricWords(metric)} here`, text: whyMissing(metric, experiment.tool) };
  }
  return {
    title: 'Nothing to compare',
    text: 'No round has a valid trial of both the baseline and another run.',
  };
}

/** The metric was measured, and it is zero everywhere. */
const noneAtAll = (scope: Scope, metric: Metric) =>
  scope.runs.some((run) => run.means[metric.name] === 0) &&
  scope.runs.every((run) => !run.means[metric.name]);

function Caption({ metric, scope, deltas }: { metric: Metric; scope: Scope; deltas?: DeltaOfRun[] }) {
  const known = deltas?.filter((delta) => delta.n > 0) ?? [];
  if (known.length === 0 || (metric.zero_ok && noneAtAll(scope, metric))) return null;
  const better = metric.direction === 'higher' ? 'More is better.' : 'Less is better.';
  const shown = metric.zero_ok
    ? `Bar: difference in ${metricWords(metric)} per trial, because a percentage of zero says nothing.`
    : `Bar: change in ${metricWords(metric)}.`;
  const paired = known.some((delta) => delta.method === 'paired');
  const noise = noiseOf(scope, deltas)
    ? ' Shaded: the noise floor, what the A/A control shows two equal settings may differ by.'
    : '';
  return (
    <>
      {shown} {better} Whisker: 95% interval{paired ? ', paired by round' : ''}. Dots: the rounds.{noise}{' '}
      Colour is the verdict, not the sign: green better, orange worse, grey the same or not settled.{' '}
      {settling(scope, deltas)}
    </>
  );
}
