import { EXPLORATORY_MARK, exploratoryWords } from '@/components/words/metrics';
import { isUnfinished } from '@/components/words/states';
import type { DeltaOfRun, Experiment, Metric } from '@/api/types';
import { DocsLink } from '@/components/ui/navigation/docs-link';

import { metricWords, whyMissing } from '../view/metrics';
import { type Scope } from '../view/scope';

import { settling } from './delta-rows';

/** Why there are no bars, in words; undefined when there are. */
export function emptyReason(
  experiment: Experiment,
  scope: Scope,
  metric: Metric,
  isWithoutChange: boolean,
  isMeasured: boolean,
) {
  if (metric.zero_ok && isMeasured && noneAtAll(scope, metric)) {
    return { title: `No ${metricWords(metric)}`, text: 'None in any valid trial of any run.' };
  }
  if (!isWithoutChange) return undefined;
  if (isUnfinished(experiment.state)) {
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
  if (isMeasured && scope.runs.every((run) => run.trials_done === 0)) {
    return { title: 'No valid trial', text: 'The view Trials of the runs says why each is left out.' };
  }
  if (isMeasured && scope.runs.every((run) => run.means[metric.name] === undefined)) {
    return { title: `No ${metricWords(metric)} here`, text: whyMissing(metric, experiment.tool) };
  }
  if (scope.runs.length === 1) {
    return {
      title: 'Nothing to compare',
      text: 'No other run has this workload. The page Compare puts runs of different workloads side by side.',
    };
  }
  return {
    title: 'Nothing to compare',
    text: 'No round has valid trials of both the baseline and another run.',
  };
}

/** The metric was measured, and it is zero everywhere. */
const noneAtAll = (scope: Scope, metric: Metric) =>
  scope.runs.some((run) => run.means[metric.name] === 0) &&
  scope.runs.every((run) => !run.means[metric.name]);

interface CaptionProps {
  metric: Metric;
  scope: Scope;
  deltas?: DeltaOfRun[];
  experiment: Experiment;
}

/** How to read the bars, in the words of this metric. */
export function Caption({ metric, scope, deltas, experiment }: CaptionProps) {
  if (!deltas) return '\u00a0'; // its line is kept until it comes
  const runIds = new Set(scope.runs.map(({ id }) => id));
  const withTrials = deltas.filter(({ n, run_id }) => n > 0 && runIds.has(run_id));
  if (withTrials.length === 0 || (metric.zero_ok && noneAtAll(scope, metric))) return null;
  const better = metric.direction === 'higher' ? 'More is better.' : 'Less is better.';
  const barText = metric.zero_ok
    ? `Bar: difference in ${metricWords(metric)} per trial, because a percentage of zero says nothing. `
    : `Bar: change in ${metricWords(metric)}. `;
  const step = experiment.headline?.next_step?.kind;
  const hasStep = step === 'measure_more' || step === 'measure_again';
  const hasHalving = withTrials.some(({ verdict }) => verdict === 'left_out');
  const exploratoryDelta = withTrials.find(({ exploratory }) => exploratory);
  const hasContext = withTrials.some(({ verdict }) => verdict === 'context');
  const interim = withTrials.every(({ verdict }) => ['interim', 'left_out', 'context'].includes(verdict));
  const colourText = interim
    ? 'Grey: only an experiment that ended as planned has verdicts.'
    : experiment.headline?.trust?.level === 'red'
      ? 'Grey: no verdict can be trusted.'
      : 'Colour: the verdict, not the sign.';
  return (
    <>
      {barText}
      {better} Whisker: 95% interval; thin: for all bars together. {colourText}{' '}
      {hasContext && 'Pale: context, which is no candidate. '}
      {hasHalving && 'Pale: eliminated by halving, as it stood then. '}
      {exploratoryDelta && `${EXPLORATORY_MARK} ${exploratoryWords(exploratoryDelta.metrics)} `}
      {!hasStep && settling(scope, deltas)} <DocsLink topic="verdicts">What the verdicts mean</DocsLink>
    </>
  );
}
