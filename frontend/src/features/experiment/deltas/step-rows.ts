import type { Metric, StepOfRun } from '@/api/types';
import type { WaterfallRow } from '@/components/charts/comparison/waterfall-data';

import type { Scope } from '../view/scope';

/** The baseline and the steps of a workload; none where nothing is a step, or nothing was measured. */
export function stepRows(scope: Scope, steps: StepOfRun[] = [], metric: Metric): WaterfallRow[] {
  const runIds = new Set(scope.runs.map(({ id }) => id));
  const ownSteps = steps.filter((step) => runIds.has(step.run_id) && step.candidate_mean != null);
  const begin = scope.baseline?.means[metric.name];
  if (!scope.baseline || begin === undefined || ownSteps.length === 0) return [];
  const first: WaterfallRow = {
    id: scope.baseline.id,
    name: scope.baseline.variant,
    from: 0,
    to: begin,
    change: null,
    low: null,
    high: null,
    verdict: 'baseline',
    settings: [],
    details: [],
  };
  return [first, ...ownSteps.map((step) => stepRow(step, scope))];
}

function stepRow(step: StepOfRun, scope: Scope): WaterfallRow {
  return {
    id: step.run_id,
    name: scope.runs.find(({ id }) => id === step.run_id)?.variant ?? step.name,
    before: step.before,
    from: step.baseline_mean ?? 0,
    to: step.candidate_mean ?? null,
    change: step.change,
    low: step.low,
    high: step.high,
    verdict: step.verdict,
    settings: Object.entries(step.changed).map(([knob, value]) => `${knob}: ${value ?? 'default'}`),
    details: [step.reason].filter(Boolean),
  };
}
