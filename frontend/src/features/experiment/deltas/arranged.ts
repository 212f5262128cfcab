import type { DeltaOfRun, Metric, RunSummary } from '@/api/types';

import { type Arrangement, isArranged } from '../view/arrangement';
import { byRunId, type Scope } from '../view/scope';

import { changeOf, rank } from './delta-rows';

const VERDICTS = ['better', 'worse', 'same', 'unclear', 'control'];

/** The scope with those runs alone; the baseline always stays, for all are compared with it. */
export function arrangeRuns(
  scope: Scope,
  deltas: DeltaOfRun[] | undefined,
  metric: Metric,
  { q = '', verdict, order }: Arrangement,
): Scope {
  if (!isArranged({ q: q || undefined, verdict, order })) return scope;
  const deltasByRun = byRunId(deltas);
  const wordOf = (run: RunSummary) =>
    run.is_control ? 'control' : (deltasByRun.get(run.id)?.verdict ?? 'unclear');
  const rankOf = (run: RunSummary) => rank(changeOf(deltasByRun.get(run.id), metric), metric, run.is_control);
  const runs = scope.runs.filter(
    (run) => run.is_baseline || (matches(run, q) && (!verdict || wordOf(run) === verdict)),
  );
  if (order === 'change') runs.sort((a, b) => rankOf(b) - rankOf(a));
  if (order === 'verdict') {
    const place = (run: RunSummary) => VERDICTS.indexOf(wordOf(run));
    runs.sort((a, b) => place(a) - place(b) || rankOf(b) - rankOf(a));
  }
  return { ...scope, runs };
}

/** Every word of the question is somewhere in the run's name or settings. */
function matches(run: RunSummary, q: string): boolean {
  const settings = Object.entries({ ...run.knobs, ...run.described }).map(
    ([knob, value]) => `${knob} ${String(value)}`,
  );
  const text = [run.variant, ...settings].join(' ').toLowerCase();
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
