import { changeOf, changeText, intervalText } from './delta-rows';
import { byRunId, type Scope } from './scope';
import type { DeltaOfRun, Metric, RunSummary } from '@/api/types';
import type { PivotCell } from '@/components/charts/pivot-table';
import { measure } from '@/components/format';

/** Which factor goes where; the others make slices. */
export interface Axes {
  rows: string;
  columns: string;
  slices: string[];
}

/** The wanted factors where they exist, else the first two with several levels. */
export function axesOf(factors: Record<string, string[]>, rows?: string, columns?: string): Axes | undefined {
  const names = Object.keys(factors);
  const several = names.filter((name) => (factors[name]?.length ?? 0) > 1);
  const down = names.find((name) => name === rows) ?? several.find((name) => name !== columns);
  const across =
    names.find((name) => name === columns && name !== down) ?? several.find((name) => name !== down);
  if (!down || !across) return undefined;
  return { rows: down, columns: across, slices: names.filter((name) => name !== down && name !== across) };
}

/** Every combination of levels of the sliced factors. */
export function slicesOf(factors: Record<string, string[]>, slices: string[]): Record<string, string>[] {
  return slices.reduce<Record<string, string>[]>(
    (all, factor) =>
      all.flatMap((one) => (factors[factor] ?? []).map((level) => ({ ...one, [factor]: level }))),
    [{}],
  );
}

export const sliceTitle = (slice: Record<string, string>) =>
  Object.entries(slice)
    .map(([factor, level]) => `${factor} ${level}`)
    .join(' · ');

/** The run at a place of the grid; a control is not one of its cells. */
export const runAt = (scope: Scope, levels: Record<string, string>): RunSummary | undefined =>
  scope.runs.find(
    (run) =>
      !run.is_control &&
      !run.deleted &&
      Object.entries(levels).every(([factor, level]) => run.factors?.[factor] === level),
  );

export function pivotCell(
  run: RunSummary | undefined,
  deltas: DeltaOfRun[],
  metric: Metric,
): PivotCell | null {
  if (!run) return null;
  const mean = measure(run.means[metric.name], metric.unit);
  if (run.is_baseline) return { value: 'baseline', note: mean, verdict: 'baseline' };
  const delta = byRunId(deltas).get(run.id);
  const change = changeOf(delta, metric);
  if (!delta || change === null) return { value: '–', note: mean };
  const range = intervalText(delta, metric);
  return {
    value: changeText(change, metric),
    note: range === '–' ? mean : `${range} · ${mean}`,
    verdict: delta.verdict,
  };
}
