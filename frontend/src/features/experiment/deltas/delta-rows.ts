import type { Delta, DeltaOfRun, Metric, RunSummary } from '@/api/types';
import { type DeltaRow, togetherOf } from '@/components/charts/comparison/delta-data';
import { verdictWord } from '@/components/ui/labels/verdict-badge';
import {
  ABSENT,
  amount,
  difference,
  intervalPercent,
  measure,
  percent,
  plural,
  pValue,
} from '@/components/words/format';

import { byRunId, isGrid, partsOf, type Scope } from '../view/scope';

/** The change that a delta shows: a share, or a difference in the metric's unit where it can be zero. */
export const changeOf = (delta: Delta | null | undefined, metric: Metric): number | null =>
  (metric.zero_ok ? delta?.difference : delta?.change) ?? null;

type Interval = { low: number | null; high: number | null };

/** “+26.7%”, or “+12” for metrics that are compared by their difference; with its interval as exact as that lets. */
export function changeText(
  change: number | null | undefined,
  metric: Metric,
  within?: Interval | null,
): string {
  return metric.zero_ok ? difference(change, metric.unit) : percent(change, within?.low, within?.high);
}

/** A delta in a card: “+26.7%” or “×3.3”, and “95% interval 2.3 … 4.7” beside it. */
export function amountOf(delta: Delta, metric: Metric): { value: string; aside: string } {
  const { value, interval } = metric.zero_ok
    ? { value: difference(delta.difference, metric.unit), interval: intervalText(delta, metric) }
    : amount(delta.change, delta.low, delta.high);
  return { value, aside: delta.low == null ? 'no interval' : `95% interval ${interval}` };
}

/** The colour of a card's number: its verdict's, and muted where there is none. */
export function toneOf({ verdict }: Delta): 'better' | 'worse' | 'muted' | undefined {
  if (verdict === 'better' || verdict === 'worse') return verdict;
  return verdict === 'same' ? undefined : 'muted';
}

/** A 95% interval with its unit: “+15.9 … +38.5%”; of a change unless the metric says otherwise. */
export function intervalText(delta: Delta | undefined, metric?: Metric): string {
  if (delta?.low == null || delta.high == null) return ABSENT;
  if (metric?.zero_ok) return `${changeText(delta.low, metric)} … ${changeText(delta.high, metric)}`;
  return intervalPercent(delta.low, delta.high);
}

/** Rows of the delta chart. A grid stands by size of its change once it has ended, a list or what is `inOrder` already in its own. */
export function deltaRows(
  scope: Scope,
  deltas: DeltaOfRun[] | undefined,
  metric: Metric,
  hasEnded: boolean,
  inOrder = false,
): DeltaRow[] {
  const deltasByRun = byRunId(deltas);
  const rows = scope.runs
    .filter((run) => !run.is_baseline && !run.deleted)
    .map((run) => deltaRow(run, deltasByRun.get(run.id), metric))
    .filter((row) => hasEnded || row.change !== null);
  const rankOf = (row: DeltaRow) => rank(row.change, metric, row.verdict === 'control');
  return hasEnded && !inOrder && isGrid(scope.runs) ? rows.sort((a, b) => rankOf(b) - rankOf(a)) : rows;
}

/** The best on top, whatever “best” means for the metric; the unknown and the control at the end. */
export function rank(change: number | null, metric: Metric, control: boolean): number {
  if (change === null || control) return -Number.MAX_VALUE;
  return metric.direction === 'higher' ? change : -change;
}

/** Why a run that failed before any valid trial has none. */
export const whyNotMeasured = ({ trials_done: doneCount, failure }: RunSummary) =>
  doneCount === 0 ? failure?.message : undefined;

/** Why a run whose trials were all lost is not compared. */
export const whyInvalid = ({ trials_done, trials_invalid, trials_failed }: RunSummary) =>
  trials_done === 0 && trials_invalid + trials_failed > 0 ? 'none of its trials is valid' : undefined;

function deltaRow(run: RunSummary, delta: DeltaOfRun | undefined, metric: Metric): DeltaRow {
  return {
    id: run.id,
    ...partsOf(run),
    change: changeOf(delta, metric),
    low: delta?.low ?? null,
    high: delta?.high ?? null,
    together: togetherOf(delta),
    verdict: run.is_control ? 'control' : (delta?.verdict ?? 'unclear'),
    rounds: delta?.dots?.map((dot) => dot.change),
    means: delta && { candidate: delta.candidate_mean ?? null, baseline: delta.baseline_mean ?? null },
    failsMore: delta ? verdictWord(delta) === 'fails_more' : undefined,
    because: delta?.because,
    invalid: whyInvalid(run),
    notMeasured: whyNotMeasured(run),
    details: delta ? details(delta, metric) : undefined,
  };
}

function details(delta: DeltaOfRun, metric: Metric): string[] {
  const { baseline_mean: before, candidate_mean: after, p_adjusted: p, n, method } = delta;
  const pairs = method === 'paired' ? plural(n, 'round') : plural(n, 'trial');
  const lines = [`${measure(after, metric.unit)} against ${measure(before, metric.unit)}, ${pairs}`];
  if (p !== null && p !== undefined) lines.push(`adjusted p ${pValue(p)}`);
  lines.push(delta.reason);
  if (delta.limited) lines.push(`Limits: ${delta.limited}.`);
  if (delta.suspect) lines.push(`Suspect: ${delta.suspect_because ?? 'see Trials'}.`);
  return lines.filter(Boolean);
}

/** The smallest change that matters in this experiment; null where nothing is compared. */
export const minEffectOf = (deltas: DeltaOfRun[] = []): number | null => deltas[0]?.min_effect ?? null;

/** How many bars are grey; what would settle each stands in its tooltip. Empty when all are settled. */
export function settling(scope: Scope, deltas: DeltaOfRun[] = []): string {
  const candidates = new Set(scope.runs.filter((run) => !run.is_control).map((run) => run.id));
  const unclear = deltas.filter(
    (d) =>
      candidates.has(d.run_id) &&
      d.verdict === 'unclear' &&
      d.n > 0 &&
      (d.change ?? d.difference) !== null &&
      !d.control_alarm &&
      !d.failures?.clause,
  );
  if (unclear.length === 0) return '';
  if (unclear.every((delta) => delta.n < 2)) return 'One round gives no interval: nothing is settled yet.';
  return unclear.length === 1 ? 'One bar is not settled.' : `${unclear.length} bars are not settled.`;
}
