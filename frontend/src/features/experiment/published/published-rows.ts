import type { DeltaOfRun, Experiment, RunSummary } from '@/api/types';
import { publishedName } from '@/components/words/published';

import { byRunId, type Scope } from '../view/scope';

type PublishedResults = NonNullable<Experiment['published']>;

/** How a published change stands to our interval. */
type Agreement = 'inside' | 'direction' | 'opposite' | 'differs' | 'open' | null;

export interface PublishedPair {
  variant: string;
  /** A flaw of the figure, in the words of the recipe. */
  note: string | null;
  /** Its place in the grid. */
  factors: Record<string, string> | null;
  isBaseline: boolean;
  run?: RunSummary;
  /** As printed. */
  rate: number | null;
  latency: number | null;
  /** What its own trials give, where it printed them. */
  trials: number[];
  mean: number | null;
  cv: number | null;
  ownDelta: PublishedResults['rows'][number]['delta'];
  /** Published change of requests per second, against the same run as ours; null where that was not published. */
  change: number | null;
  delta?: DeltaOfRun;
  agreement: Agreement;
}

/** Rows of the write-up, each with our run. Where it printed no change it is worked out from its trials, else from its rates. */
export function publishedPairs(
  results: PublishedResults,
  scope: Scope,
  deltas: DeltaOfRun[],
): PublishedPair[] {
  const deltasByRun = byRunId(deltas);
  const runs = new Map(scope.runs.map((run) => [run.id, run]));
  const rateOf = (runId: string | undefined) =>
    results.rows.find(({ run_id }) => run_id !== null && run_id === runId)?.requests_per_s;
  return rowsHere(results, runs).map((row) => {
    const run = row.run_id === null ? undefined : runs.get(row.run_id);
    const rate = row.requests_per_s ?? null;
    const delta = row.run_id === null ? undefined : deltasByRun.get(row.run_id);
    // In another context, such as a larger page, ours is compared with another run than the baseline.
    const reference = delta?.against ? scope.runs.find(({ name }) => name === delta.against) : scope.baseline;
    const base = rateOf(reference?.id);
    const computedChange = base && rate !== null && !run?.is_baseline ? rate / base - 1 : null;
    const printedChange = delta?.against ? null : (row.change ?? row.delta?.change);
    const change = printedChange ?? computedChange;
    return {
      variant: publishedName(row),
      note: row.note ?? null,
      factors: row.factors ?? null,
      isBaseline: run?.is_baseline ?? false,
      run,
      rate,
      latency: row.latency_mean ?? null,
      trials: row.trials ?? [],
      mean: row.mean ?? null,
      cv: row.cv ?? null,
      ownDelta: delta?.against ? null : (row.delta ?? null),
      change,
      delta,
      agreement: agreementOf(change, delta),
    };
  });
}

/** Without the rows of other loads, as long as some are left. */
function rowsHere({ rows }: PublishedResults, runs: Map<string, RunSummary>): PublishedResults['rows'] {
  const ownRows = rows.filter(({ run_id }) => run_id === null || runs.has(run_id));
  return ownRows.length > 0 ? ownRows : rows;
}

function agreementOf(change: number | null, delta: DeltaOfRun | undefined): Agreement {
  if (change === null || delta?.change == null) return null;
  if (delta.low == null || delta.high == null || delta.verdict === 'unclear') return 'open';
  if (delta.low <= change && change <= delta.high) return 'inside';
  if (delta.verdict === 'same') return 'differs';
  return Math.sign(change) === Math.sign(delta.change) ? 'direction' : 'opposite';
}

export const AGREEMENT: Record<NonNullable<Agreement>, { word: string; hint: string }> = {
  inside: { word: 'agrees', hint: 'The published change lies inside our 95% interval.' },
  direction: { word: 'same direction', hint: 'Both change in the same direction, by different amounts.' },
  opposite: { word: 'opposite', hint: 'Ours clearly changes in the opposite direction.' },
  differs: { word: 'differs', hint: 'Here it makes no difference that matters; there it did.' },
  open: { word: 'open', hint: 'Our own change is not settled: it neither confirms nor contradicts.' },
};
