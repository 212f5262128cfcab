import type { DeltaOfRun, Metric, RunSummary } from '@/api/types';

import { changeOf, rank } from '../deltas/delta-rows';
import { byRunId, type Scope } from '../view/scope';

/** A variant's place in the standings. */
export interface Place {
  run: RunSummary;
  /** From 1; none before its first trial, and none of a context, which is no candidate. */
  place: number | null;
  mean: number | null;
  /** Half of the 95% interval of the mean; none after one trial. */
  half: number | null;
  change: number | null;
  /** The same with its interval. */
  delta?: DeltaOfRun;
}

/** The best first, then contexts and those without a trial in the order of the plan; the control does not compete. */
export function rankVariants(scope: Scope, deltas: DeltaOfRun[] | undefined, metric: Metric): Place[] {
  const deltasByRun = byRunId(deltas);
  const all = scope.runs
    .filter((run) => !run.is_control && !run.deleted)
    .map((run) => ({
      run,
      mean: run.means[metric.name] ?? null,
      half: run.half[metric.name] ?? null,
      change: changeOf(deltasByRun.get(run.id), metric),
      delta: deltasByRun.get(run.id),
    }));
  const candidates = all.filter((variant) => !isContext(variant, scope));
  const rankOf = ({ mean }: { mean: number | null }) => rank(mean, metric, false);
  const inOrder = [...candidates].sort((a, b) => rankOf(b) - rankOf(a));
  return [...inOrder, ...all.filter((variant) => isContext(variant, scope))].map((variant, n) => ({
    ...variant,
    place: variant.mean === null || n >= inOrder.length ? null : n + 1,
  }));
}

/** Measured under other conditions, such as without the proxy; a topology is known before the first delta is. */
const isContext = ({ run, delta }: Pick<Place, 'run' | 'delta'>, { baseline }: Scope) =>
  delta ? delta.verdict === 'context' : baseline !== undefined && run.topology !== baseline.topology;

/** Whether the first one's interval is clear of the second's: nothing more, for there is no verdict yet. */
export function leadWords(places: Place[], metric: Metric): string {
  const [first, second] = places.filter(({ place }) => place !== null);
  if (!first || !second || first.mean === null || second.mean === null) return '';
  if (first.half === null || second.half === null) return 'leading, after one trial';
  const gap = Math.abs(first.mean - second.mean);
  const ahead = metric.direction === 'higher' ? first.mean >= second.mean : first.mean <= second.mean;
  return ahead && gap > first.half + second.half ? 'leading, intervals apart' : 'leading, not settled yet';
}
