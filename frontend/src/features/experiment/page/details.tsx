import { lazy, Suspense } from 'react';

import { isShared } from '@/api/share';
import type { Experiment, Trial } from '@/api/types';
import { ChartSkeleton } from '@/components/ui/feedback/loading';
import { isUnfinished } from '@/components/words/states';
import { MAIN_METRIC, metricNamed } from '@/components/words/metrics';

import { AccountingFold } from '../cause/accounting-fold';
import { InteractionsSection } from '../grid/interactions-section';
import { RetestOfferSection } from '../repeat/retest-offer-section';
import { DiagnosticsSection } from '../runs/diagnostics-section';
import type { Scope } from '../view/scope';
import type { ExperimentSearch } from '../view/search';

import { NoiseSection } from './noise-section';

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
