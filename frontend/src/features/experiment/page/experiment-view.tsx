import { Stack } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';

import { metricsQuery } from '@/api/queries/comparisons';
import { deltasQuery, trialsQuery } from '@/api/queries/experiments';
import type { ReadingPoint } from '@/api/readings';
import type { Experiment, Trial } from '@/api/types';
import { UrlSegments } from '@/components/ui/navigation/url-segments';
import { isUnfinished } from '@/components/words/states';
import { MAIN_METRIC } from '@/components/words/metrics';

import { CalibrationSections } from '../calibration/calibration-section';
import { CeilingSections } from '../load/ceiling-section';
import { DeltaSection } from '../deltas/delta-section';
import { CarriedOver, ControlAlarm } from '../deltas/warnings';
import { HalvingSection } from '../deltas/halving-section';
import { EffectsSection } from '../grid/effects-section';
import { FactsChanged } from '../repeat/facts-changed';
import { ReproductionSection } from '../repeat/reproduction-section';
import { RetestOfferSection } from '../repeat/retest-offer-section';
import { RetestResultSection } from '../repeat/retest-result-section';
import { RunsSection } from '../runs/runs-section';
import { scopeOf } from '../view/scope';
import type { ExperimentSearch } from '../view/search';
import { SweepSection } from '../load/sweep-section';
import { metricNamed } from '../view/metrics';

import { EndState } from './end-state';
import { ExperimentHeader } from './experiment-header';
import { HeadlineCards } from './headline-cards';
import { ImportedSection } from './imported-section';
import { NotebookBar } from './notebook-bar';
import { ProgressSection } from './progress-section';

interface ExperimentViewProps {
  experiment: Experiment;
  search: ExperimentSearch;
  readings: Record<string, ReadingPoint[]>;
}

/** The page of an experiment that is there: progress while it runs, then figures, deltas and runs. */
export function ExperimentView({ experiment, search, readings }: ExperimentViewProps) {
  const trials = useQuery(trialsQuery(experiment.id));
  return (
    <Stack gap="lg">
      <ExperimentHeader experiment={experiment} />
      <NotebookBar experiment={experiment} />
      {isUnfinished(experiment.state) && (
        <ProgressSection experiment={experiment} trials={trials.data} readings={readings} />
      )}
      <EndState experiment={experiment} />
      <FactsChanged changes={experiment.facts_changed} />
      {/* not before the end: working it out after each trial would disturb those that follow */}
      {experiment.is_calibration && !isUnfinished(experiment.state) && (
        <CalibrationSections experiment={experiment} />
      )}
      {experiment.ceiling ? (
        <CeilingSections experiment={experiment} ceiling={experiment.ceiling} />
      ) : (
        <Compared experiment={experiment} search={search} trials={trials} />
      )}
      {experiment.origin === 'imported' && <ImportedSection id={experiment.id} source={experiment.source} />}
    </Stack>
  );
}

interface ComparedProps extends Omit<ExperimentViewProps, 'readings'> {
  trials: UseQueryResult<Trial[]>;
}

/** Runs at fixed load against the baseline: figures, deltas and runs. */
function Compared({ experiment, search, trials }: ComparedProps) {
  const scope = useMemo(() => scopeOf(experiment, search.workload), [experiment, search.workload]);
  const main = useQuery(deltasQuery(experiment.id, MAIN_METRIC));
  const measured = experiment.run_list.some((run) => run.trials_done + run.trials_invalid > 0);
  const begun = measured || experiment.run_list.some((run) => run.trials_failed > 0);
  const fallback = scope.workloads[0] ?? '';
  const { data: metrics } = useQuery(metricsQuery);
  const shown = metricNamed(metrics, search.metric);
  const chosen = useQuery(deltasQuery(experiment.id, shown.name));
  const metric = shown.zero_ok ? MAIN_METRIC : shown.name; // a re-test is about a change in percent
  const { q, verdict, order } = search;
  const arrangement = useMemo(() => ({ q, verdict, order }), [q, verdict, order]);
  // What failed before its first trial has its reason above, and nothing to draw.
  if (!begun && !isUnfinished(experiment.state)) return null;
  return (
    <>
      <ControlAlarm experiment={experiment} deltas={chosen.data} />
      <CarriedOver text={experiment.carried_over} />
      <SweepSection experiment={experiment} trials={trials.data} />
      {scope.workloads.length > 1 && (
        <UrlSegments
          name="workload"
          label="Workload"
          fallback={fallback}
          options={scope.workloads.map((name) => ({ value: name, label: name }))}
        />
      )}
      <ReproductionSection experiment={experiment} metric={shown} />
      <RetestResultSection experiment={experiment} metric={metric} />
      {!experiment.is_calibration && (measured || !isUnfinished(experiment.state)) && (
        <HeadlineCards experiment={experiment} scope={scope} deltas={main} trials={trials.data} />
      )}
      {experiment.halving && <HalvingSection halving={experiment.halving} scope={scope} deltas={main.data} />}
      <DeltaSection {...{ experiment, scope, measured, arrangement }} wanted={search.metric} />
      {!experiment.is_calibration && <RetestOfferSection {...{ experiment, scope, metric }} />}
      <EffectsSection {...{ experiment, scope, search }} />
      <RunsSection {...{ experiment, scope, search, trials, arrangement }} />
    </>
  );
}
