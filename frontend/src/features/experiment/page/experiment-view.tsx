import { Box, Stack } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';

import { metricsQuery } from '@/api/queries/comparisons';
import { deltasQuery, stepsQuery, trialsQuery } from '@/api/queries/experiments';
import type { ReadingPoint } from '@/api/readings';
import { isShared } from '@/api/share';
import type { Experiment, Trial } from '@/api/types';
import { ChartSkeleton } from '@/components/ui/feedback/loading';
import { Headline } from '@/components/ui/layout/headline';
import { UrlSegments } from '@/components/ui/navigation/url-segments';
import { isUnfinished } from '@/components/words/states';
import { MAIN_METRIC } from '@/components/words/metrics';

import { AccountingFold } from '../cause/accounting-fold';
import { CalibrationSections } from '../calibration/calibration-section';
import { CeilingSections } from '../load/ceiling-section';
import { DeltaSection } from '../deltas/delta-section';
import { CarriedOver, ControlAlarm } from '../deltas/warnings';
import { HalvingSection } from '../deltas/halving-section';
import { Pickers } from '../deltas/pickers';
import { StepsSection } from '../deltas/steps-section';
import { EffectsSection } from '../grid/effects-section';
import { FactsChanged } from '../repeat/facts-changed';
import { MeasureMore } from '../repeat/measure-more';
import { ReproductionSection } from '../repeat/reproduction-section';
import { RetestOfferSection } from '../repeat/retest-offer-section';
import { RetestResultSection } from '../repeat/retest-result-section';
import { DiagnosticsSection } from '../runs/diagnostics-section';
import { RunsSection } from '../runs/runs-section';
import { isStepwise, opensOn, type Scope, scopeOf } from '../view/scope';
import type { ExperimentSearch } from '../view/search';
import { SweepSection } from '../load/sweep-section';
import { metricNamed } from '../view/metrics';

import { EndState } from './end-state';
import { ExperimentHeader } from './experiment-header';
import { HeadlineCards } from './headline-cards';
import { ImportedSection } from './imported-section';
import { Interruptions } from './interruptions';
import { leadOf } from './lead';
import { MethodSection } from './method-section';
import { AnnotationsBar } from './annotations-bar';
import classes from './experiment-view.module.css';
import { ProgressSection } from './progress-section';

// Most experiments have no profiles: what shows them comes when there are some.
const CauseSection = lazy(() => import('../cause/cause-section'));

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
      {(wasUnfinished || experiment.headline) && (
        // One sentence grows to two and a cause when it ends: what stands below stays where it is.
        <Box mih={wasUnfinished ? { base: '9.8em', sm: '8.4em' } : undefined} fz={{ base: 'md', sm: 'lg' }}>
          {experiment.headline && <Headline {...experiment.headline} lead={leadOf(experiment, isShared)} />}
        </Box>
      )}
      <div className={classes.annotations}>
        <AnnotationsBar experiment={experiment} />
      </div>
      <ProgressSection {...{ experiment, readings, scope }} trials={trials.data} metric={search.metric} />
      {/* below what moved while it ran: nothing that is read jumps when they come */}
      {experiment.headline?.accounting && (
        <AccountingFold {...{ experiment, scope }} accounting={experiment.headline.accounting} />
      )}
      <MeasureMore experiment={experiment} />
      <EndState experiment={experiment} />
      <Interruptions experiment={experiment} />
      <FactsChanged changes={experiment.facts_changed} />
      {/* not before the end: working it out after each trial would disturb those that follow */}
      {experiment.is_calibration && !isUnfinished(experiment.state) && (
        <CalibrationSections experiment={experiment} />
      )}
      {experiment.ceiling ? (
        <CeilingSections experiment={experiment} ceiling={experiment.ceiling} />
      ) : (
        <Compared {...{ experiment, search, scope, home, trials }} />
      )}
      <MethodSection experiment={experiment} />
      {experiment.origin === 'imported' && <ImportedSection id={experiment.id} source={experiment.source} />}
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
}

/** Runs at fixed load against the baseline: figures, deltas and runs. */
function Compared({ experiment, search, scope, home, trials }: ComparedProps) {
  const isMeasured = experiment.run_list.some((run) => run.trials_done + run.trials_invalid > 0);
  const hasBegun = isMeasured || experiment.run_list.some((run) => run.trials_failed > 0);
  const { data: metrics } = useQuery(metricsQuery);
  const shownMetric = metricNamed(metrics, search.metric);
  const chosenDeltas = useQuery(deltasQuery(experiment.id, shownMetric.name));
  const headlineDeltas = useQuery(deltasQuery(experiment.id, home.metric));
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
  const pickers = (
    <Pickers {...{ metrics, home: home.metric, stepwise, hasMarks }} metricName={search.metric} />
  );
  // What failed before its first trial has its reason above, and nothing to draw.
  if (!hasBegun && !isUnfinished(experiment.state)) return null;
  return (
    <>
      <ControlAlarm
        experiment={experiment}
        metric={metricNamed(metrics, home.metric)}
        deltas={headlineDeltas.data}
        elsewhere={shownMetric.name !== home.metric}
      />
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
      <div className={classes.compared}>
        <Stack gap="lg" className={classes.cards}>
          {!experiment.is_calibration && (isMeasured || !isUnfinished(experiment.state)) && (
            <HeadlineCards
              {...{ experiment, scope, metric: shownMetric }}
              deltas={chosenDeltas.data}
              trials={trials.data}
            />
          )}
          {experiment.halving && (
            <HalvingSection halving={experiment.halving} scope={scope} deltas={rates.data} />
          )}
        </Stack>
        <div className={classes.chart}>
          {bySteps ? (
            <StepsSection {...{ scope, pickers }} metric={shownMetric} steps={steps.data} />
          ) : (
            <DeltaSection {...{ experiment, scope, isMeasured, arrangement, pickers }} metric={shownMetric} />
          )}
        </div>
        <Stack gap="lg" className={classes.more}>
          {experiment.profiled && !isUnfinished(experiment.state) && (
            <Suspense fallback={<ChartSkeleton />}>
              <CauseSection {...{ experiment, scope }} />
            </Suspense>
          )}
          {experiment.has_diagnostics && <DiagnosticsSection id={experiment.id} />}
          {!experiment.is_calibration && !isShared && (
            <RetestOfferSection {...{ experiment, scope, metric }} />
          )}
          <EffectsSection {...{ experiment, scope, search }} />
        </Stack>
        <div className={classes.runs}>
          <RunsSection {...{ experiment, scope, search, trials, arrangement }} bySteps={bySteps} />
        </div>
      </div>
    </>
  );
}
