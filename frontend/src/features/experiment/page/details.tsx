import { lazy, Suspense } from 'react';
import { SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { isShared } from '@/api/share';
import type { Experiment, Trial, Metric } from '@/api/types';
import { ChartSkeleton } from '@/components/ui/feedback/loading';
import { isUnfinished } from '@/components/words/states';
import { MAIN_METRIC, metricNamed } from '@/components/words/metrics';
import { deltasQuery } from '@/api/queries/experiments';
import { FoldedSection } from '@/components/ui/layout/folded-section';

import { AccountingFold } from '../cause/accounting-fold';
import { InteractionsSection } from '../grid/interactions-section';
import { RetestOfferSection } from '../repeat/retest-offer-section';
import { DiagnosticsSection } from '../runs/diagnostics-section';
import type { Scope } from '../view/scope';
import type { ExperimentSearch } from '../view/search';
import { NoiseCard } from '../deltas/noise-card';
import { PinningCard } from '../deltas/pinning-card';
import { pinsOf } from '../deltas/pins-link';
import { TrialsCard } from '../runs/trials-card';

// Most experiments have no profiles: what shows them comes when there are some.
const CauseSection = lazy(() => import('../cause/cause-section'));

interface DetailsProps {
  experiment: Experiment;
  search: ExperimentSearch & { metric: string };
  scope: Scope;
  trials?: Trial[];
}

/** What is asked for after the answer, each folded. */
export function Details({ experiment, search, scope, trials }: DetailsProps) {
  const metric = metricNamed(search.metric);
  const hasEnded = !isUnfinished(experiment.state);
  const isMeasured = experiment.run_list.some((run) => run.trials_done + run.trials_invalid > 0);
  const accounting = experiment.headline?.accounting;
  if (!isMeasured || experiment.ceiling) return null;
  const changedMetric = metric.zero_ok ? MAIN_METRIC : metric.name; // a re-test is about a change in percent
  return (
    <>
      {accounting && <AccountingFold {...{ experiment, scope, accounting }} />}
      {experiment.profiled && hasEnded && (
        <Suspense fallback={<ChartSkeleton />}>
          <CauseSection {...{ experiment, scope }} />
        </Suspense>
      )}
      {experiment.has_diagnostics && <DiagnosticsSection id={experiment.id} />}
      {hasEnded && <InteractionsSection {...{ experiment, scope, search }} />}
      {!experiment.is_calibration && !isShared && (
        <RetestOfferSection {...{ experiment, scope }} metric={changedMetric} />
      )}
      {!experiment.is_calibration && <NoiseSection {...{ experiment, scope, metric, trials }} />}
    </>
  );
}

interface NoiseSectionProps {
  experiment: Experiment;
  scope: Scope;
  /** The one that is looked at. */
  metric: Metric;
  trials?: Trial[];
}

/** What pinning does over all pairs, what equal settings differ by, and how many trials count. */
function NoiseSection(props: NoiseSectionProps) {
  const { experiment, scope } = props;
  const { factor, pins } = pinsOf(experiment, scope);
  return (
    <FoldedSection id="noise" title={pins ? 'Pinned against unpinned, noise, trials' : 'Noise and trials'}>
      <Cards {...props} factor={factor} pins={pins} />
    </FoldedSection>
  );
}

type CardsProps = NoiseSectionProps & { factor?: string; pins: boolean };

function Cards({ experiment, scope, metric, trials, factor, pins }: CardsProps) {
  const deltas = useQuery(deltasQuery(experiment.id, metric.name));
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: pins ? 3 : 2 }} spacing="md" style={{ '--stat-least': '0' }}>
      {pins && <PinningCard experiment={experiment} factor={factor} metric={metric} />}
      <NoiseCard scope={scope} metric={metric} deltas={deltas.data} />
      <TrialsCard runs={scope.runs} trials={trials} isImported={experiment.origin === 'imported'} />
    </SimpleGrid>
  );
}
