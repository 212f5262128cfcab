import { Stack } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';

import { deltasQuery, stepsQuery, trialsQuery } from '@/api/queries/experiments';
import type { ReadingPoint } from '@/api/readings';
import type { Experiment, Trial } from '@/api/types';
import { UrlSegments } from '@/components/ui/navigation/url-segments';
import { isUnfinished } from '@/components/words/states';
import { MAIN_METRIC, metricNamed } from '@/components/words/metrics';

import { CalibrationSections } from '../calibration/calibration-section';
import { CeilingSections } from '../load/ceiling-section';
import { DeltaSection } from '../deltas/delta-section';
import { CarriedOver } from '../deltas/warnings';
import { HalvingSection } from '../deltas/halving-section';
import { Pickers } from '../deltas/pickers';
import { StepsSection } from '../deltas/steps-section';
import { EffectsSection } from '../grid/effects-section';
import { dimensionsOf, isCrossed } from '../grid/pivot';
import { ReproductionSection } from '../repeat/reproduction-section';
import { RetestResultSection } from '../repeat/retest-result-section';
import { RunsSection } from '../runs/runs-section';
import { isStepwise, opensOn, type Scope, scopeOf } from '../view/scope';
import type { ExperimentSearch } from '../view/search';
import { SweepSection } from '../load/sweep-section';
import { Result } from '../result/result';
import { NotesSection } from '../annotations/notes-section';

import { Details } from './details';
import { EndState } from './end-state';
import { ExperimentHeader } from './experiment-header';
import { ImportedSection } from './imported-section';
import { Interruptions } from './interruptions';
import { MethodSection } from './method-section';
import classes from './experiment-view.module.css';
import { ProgressSection } from './progress-section';

// Few experiments compare servers.
const BuildsSection = lazy(() => import('@/components/domain/builds-section'));

interface ExperimentViewProps {
  experiment: Experiment;
  search: ExperimentSearch;
  readings: Record<string, ReadingPoint[]>;
}

/** The page of an experiment that is there: progress while it runs, then figures, deltas and runs. */
export function ExperimentView({ experiment, search: urlSearch, readings }: ExperimentViewProps) {
  const trials = useQuery(trialsQuery(experiment.id));
  // The page opens on what the headline is about, and stays there when that changes while it is read.
  const [home] = useState(() => opensOn(experiment));
  const [wasUnfinished] = useState(() => isUnfinished(experiment.state));
  const search = useMemo(
    () => ({ ...urlSearch, metric: urlSearch.metric ?? home.metric }),
    [urlSearch, home.metric],
  );
  const workload = urlSearch.workload ?? home.workload;
  const scope = useMemo(() => scopeOf(experiment, workload), [experiment, workload]);
  return (
    <Stack gap="lg" data-wide>
      <ExperimentHeader experiment={experiment} />
      <Result {...{ experiment, scope, wasUnfinished }} metric={search.metric} />
      <NotesSection experiment={experiment} place="top" />
      {isUnfinished(experiment.state) && <Interruptions experiment={experiment} />}
      <ProgressSection {...{ experiment, readings, scope }} trials={trials.data} metric={search.metric} />
      <EndState experiment={experiment} />
      {/* not before the end: working it out after each trial would disturb those that follow */}
      {experiment.is_calibration && !isUnfinished(experiment.state) && (
        <CalibrationSections experiment={experiment} />
      )}
      {experiment.ceiling ? (
        <CeilingSections experiment={experiment} ceiling={experiment.ceiling} />
      ) : (
        <Compared {...{ experiment, search, scope, home, trials, wasUnfinished }} />
      )}
      <Stack gap="sm">
        <Details {...{ experiment, search, scope }} trials={trials.data} />
        {experiment.builds && experiment.builds.length > 0 && (
          <Suspense>
            <BuildsSection pairs={experiment.builds} />
          </Suspense>
        )}
        <MethodSection experiment={experiment} />
        {experiment.origin === 'imported' && (
          <ImportedSection id={experiment.id} source={experiment.source} />
        )}
        <NotesSection experiment={experiment} place="bottom" />
      </Stack>
    </Stack>
  );
}

interface ComparedProps {
  experiment: Experiment;
  /** With the metric that is shown. */
  search: ExperimentSearch & { metric: string };
  scope: Scope;
  home: ReturnType<typeof opensOn>;
  trials: UseQueryResult<Trial[]>;
  wasUnfinished: boolean;
}

/** Runs at fixed load against the baseline: figures, deltas and runs. */
function Compared({ experiment, search, scope, home, trials, wasUnfinished }: ComparedProps) {
  const isMeasured = experiment.run_list.some((run) => run.trials_done + run.trials_invalid > 0);
  const hasBegun = isMeasured || experiment.run_list.some((run) => run.trials_failed > 0);
  const shownMetric = metricNamed(search.metric);
  // halving decides by requests per second, whatever is looked at
  const rates = useQuery({
    ...deltasQuery(experiment.id, MAIN_METRIC),
    enabled: Boolean(experiment.halving),
  });
  const metric = shownMetric.zero_ok ? MAIN_METRIC : shownMetric.name; // a re-test is about a change in percent
  const { q, verdict, order } = search;
  const arrangement = useMemo(() => ({ q, verdict, order }), [q, verdict, order]);
  const stepwise = isStepwise(scope) && !experiment.halving && !shownMetric.zero_ok;
  const bySteps = stepwise && search.against === 'step';
  const steps = useQuery({ ...stepsQuery(experiment.id, shownMetric.name), enabled: bySteps });
  const hasMarks = experiment.rules.version > 1;
  const pickers = <Pickers {...{ stepwise, hasMarks }} home={home.metric} metricName={search.metric} />;
  // A grid asks about its factors. While it is watched they come below, so that nothing moves at the end.
  const isCrossedGrid = isCrossed(dimensionsOf(experiment.factors, scope));
  const effectsFirst = isCrossedGrid && !wasUnfinished && !experiment.halving && !bySteps;
  // What failed before its first trial has its reason above, and nothing to draw.
  if (!hasBegun && !isUnfinished(experiment.state)) return null;
  return (
    <>
      <CarriedOver text={experiment.carried_over} />
      <SweepSection experiment={experiment} trials={trials.data} />
      {scope.workloads.length > 1 && (
        <UrlSegments
          name="workload"
          label="Workload"
          fallback={home.workload}
          options={scope.workloads.map((name) => ({ value: name, label: name }))}
        />
      )}
      <ReproductionSection experiment={experiment} metric={shownMetric} />
      <RetestResultSection experiment={experiment} metric={metric} />
      <div className={classes.compared} data-untrusted={experiment.headline?.trust?.level === 'red'}>
        {experiment.halving && (
          <HalvingSection halving={experiment.halving} scope={scope} deltas={rates.data} />
        )}
        <Stack gap="lg" className={classes.chart}>
          {effectsFirst && <EffectsSection {...{ experiment, scope, search, pickers }} />}
          {bySteps ? (
            <StepsSection {...{ scope, pickers }} metric={shownMetric} steps={steps.data} />
          ) : (
            <DeltaSection
              {...{ experiment, scope, isMeasured, arrangement }}
              metric={shownMetric}
              pickers={effectsFirst ? undefined : pickers}
              isFolded={effectsFirst}
            />
          )}
        </Stack>
        <Stack gap="lg" className={classes.runs}>
          <RunsSection {...{ experiment, scope, search, trials, arrangement }} bySteps={bySteps} />
          {!effectsFirst && <EffectsSection {...{ experiment, scope, search }} />}
        </Stack>
      </div>
    </>
  );
}
