import type { Delta, Metric, RunSummary } from '@/api/types';

import { changeOf, rank } from '../deltas/delta-rows';
import { byRunId, isGrid, type Scope, type Setting, settingsAgainst, stepBefore } from '../view/scope';

/** Against the baseline, or against the step before. */
export type RunDelta = Delta & { run_id: string };

export interface TableRow {
  run: RunSummary;
  settings: Setting[];
  /** The variant that the settings are added to, where it is not the baseline. */
  before?: string;
  delta?: RunDelta;
  /** For sorting and for the eye: absent figures are null. */
  figures: Record<SortKey, number | string | null>;
}

const SORT_KEYS = [
  'name',
  'requests',
  'rate',
  'latency',
  'metric',
  'spread',
  'change',
  'verdict',
  'trials',
] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export interface Sort {
  key: SortKey;
  down: boolean;
}

/** “-change” is change, from the largest down; anything unknown is the order of the plan. */
export function parseSort(text: string | undefined): Sort | undefined {
  const down = text?.startsWith('-') ?? false;
  const key = SORT_KEYS.find((sortKey) => sortKey === (down ? text?.slice(1) : text));
  return key && { key, down };
}

/** What a click on a column's head asks for: figures first from the largest down, then up, then the plan's order. */
export function nextSort(current: Sort | undefined, key: SortKey): string | undefined {
  const textual = key === 'name' || key === 'verdict';
  if (current?.key !== key) return textual ? key : `-${key}`;
  if (current.down) return textual ? undefined : key;
  return textual ? `-${key}` : undefined;
}

const VERDICTS = ['better', 'same', 'unclear', 'worse', 'control', 'baseline'];

/** One row per run; the baseline stays on top. Unless sorted otherwise, the rest stands as in the delta chart. */
export function tableRows(
  scope: Scope,
  deltas: RunDelta[] = [],
  metric: Metric,
  hasEnded: boolean,
  sort?: Sort,
  inOrder = false,
): TableRow[] {
  const deltasByRun = byRunId(deltas);
  const rows = scope.runs.map((run) => tableRow(run, deltasByRun.get(run.id), scope, metric));
  const rest = rows.filter(({ run }) => !run.is_baseline);
  const rankOf = ({ run, figures }: TableRow) =>
    rank(figures.change as number | null, metric, run.is_control);
  if (!sort && !inOrder && hasEnded && isGrid(scope.runs)) rest.sort((a, b) => rankOf(b) - rankOf(a));
  if (sort) rest.sort((a, b) => order(a.figures[sort.key], b.figures[sort.key], sort.down));
  return [...rows.filter(({ run }) => run.is_baseline), ...rest];
}

function tableRow(run: RunSummary, delta: RunDelta | undefined, scope: Scope, metric: Metric): TableRow {
  const word = run.is_baseline ? 'baseline' : run.is_control ? 'control' : (delta?.verdict ?? 'unclear');
  const before = stepBefore(run, scope);
  return {
    run,
    delta,
    settings: run.is_baseline ? [] : settingsAgainst(run, before),
    before: before?.is_baseline ? undefined : before?.variant,
    figures: {
      name: run.variant,
      requests: run.total_requests,
      rate: run.means.requests_per_s ?? null,
      latency: run.means.latency_mean ?? null,
      metric: run.means[metric.name] ?? null,
      spread: run.cv[metric.name] ?? null,
      change: changeOf(delta, metric),
      verdict: VERDICTS.indexOf(word),
      trials: run.trials_done,
    },
  };
}

const MIN_GAP = 0.02;

/** Whether a change is another one than that of the means beside it, by two percentage points or more. */
export function isOffMeans(rows: TableRow[], metric: Metric): boolean {
  const base = rows.find(({ run }) => run.is_baseline)?.run.means[metric.name];
  return rows.some(({ run, delta }) => {
    const [mean, change] = [run.means[metric.name], delta?.change];
    return base && mean && change != null && Math.abs(mean / base - 1 - change) >= MIN_GAP;
  });
}

/** What is absent goes last in either direction. */
function order(a: number | string | null, b: number | string | null, down: boolean): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  const difference =
    typeof a === 'string' || typeof b === 'string'
      ? String(a).localeCompare(String(b), 'en', { numeric: true })
      : a - b;
  return down ? -difference : difference;
}
