import type { Experiment, RunSummary } from '@/api/types';
import { MAIN_METRIC } from '@/components/words/metrics';

/** What of an experiment is looked at: all runs under one workload, which have a baseline of their own. */
export interface Scope {
  /** Names of all workloads, in the order of the plan. */
  workloads: string[];
  workload: string;
  runs: RunSummary[];
  baseline?: RunSummary;
  control?: RunSummary;
}

export function scopeOf(experiment: Experiment, wanted?: string): Scope {
  const workloads = [...new Set(experiment.run_list.map((run) => run.workload.name ?? 'default'))];
  const workload = workloads.find((name) => name === wanted) ?? workloads[0] ?? 'default';
  const runs = experiment.run_list.filter((run) => (run.workload.name ?? 'default') === workload);
  return {
    workloads,
    workload,
    runs,
    baseline: runs.find((run) => run.is_baseline),
    control: runs.find((run) => run.is_control),
  };
}

/** Where the page opens unless its address says otherwise: on what its headline is about. */
export function opensOn(experiment: Experiment): { workload: string; metric: string } {
  const { headline, ceiling } = experiment;
  return {
    workload: scopeOf(experiment, headline?.workload ?? undefined).workload,
    metric: (!ceiling && headline?.metric) || MAIN_METRIC,
  };
}

export const byRunId = <D extends { run_id: string }>(deltas: D[] = []) =>
  new Map(deltas.map((delta) => [delta.run_id, delta]));

/** The factors' parts of a name: “workers 2 · cores · log off” → name “workers 2”, labels “cores”, “log off”. */
export function partsOf(run: Pick<RunSummary, 'variant' | 'factors'>): { name: string; labels: string[] } {
  const parts = run.variant.split(' · ');
  const factors = Object.keys(run.factors ?? {}).length;
  if (factors < 2 || parts.length !== factors) return { name: run.variant, labels: [] };
  return { name: parts[0] ?? run.variant, labels: parts.slice(1) };
}

/** The experiment is a grid of factors, not a list of variants. */
export const isGrid = (runs: RunSummary[]) => runs.some((run) => Object.keys(run.factors ?? {}).length > 0);

/** Some variant derives from another than the baseline: a tuning step by step. */
export function isStepwise({ runs, baseline }: Pick<Scope, 'runs' | 'baseline'>): boolean {
  return runs.some(({ parent }) => Boolean(parent) && parent !== baseline?.variant);
}

/** The run that another one derives from; the baseline where it derives from none. */
export function stepBefore(run: RunSummary, { runs, baseline }: Scope): RunSummary | undefined {
  return runs.find(({ variant }) => variant === run.parent) ?? baseline;
}

export interface Setting {
  knob: string;
  /** Absent: back at its default. */
  value?: string | number | boolean;
  /** What the baseline has. */
  before?: string | number | boolean;
}

/** What a run sets otherwise than the baseline, its topology included. */
export function settingsAgainst(run: RunSummary, baseline?: RunSummary): Setting[] {
  // settings of an import that are not knobs stand beside those that are
  const ours: RunSummary['knobs'] = { ...run.knobs, ...run.described };
  const theirs: RunSummary['knobs'] = { ...baseline?.knobs, ...baseline?.described };
  const names = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])];
  const settings = names
    .filter((name) => ours[name] !== theirs[name])
    .map((knob) => ({ knob, value: ours[knob], before: theirs[knob] }));
  const moved = baseline && run.topology !== baseline.topology;
  return moved ? [{ knob: 'topology', value: run.topology }, ...settings] : settings;
}

/** The factor whose levels differ in nothing but CPU pinning, if the grid has one. */
export function pinningFactor(factors: Record<string, string[]>, runs: RunSummary[]): string | undefined {
  const cells = runs.filter((run) => run.factors && !run.is_control && !run.deleted);
  return Object.keys(factors).find((factor) => {
    const changed = new Set(cells.flatMap((one) => cells.flatMap((other) => changedBy(factor, one, other))));
    return changed.size > 0 && [...changed].every((knob) => knob.startsWith('pin.'));
  });
}

/** Knobs that differ between two cells that are equal in every other factor. */
function changedBy(factor: string, one: RunSummary, other: RunSummary): string[] {
  const levels = Object.entries(one.factors ?? {});
  const paired = levels.every(([name, level]) => (other.factors?.[name] === level) !== (name === factor));
  return paired ? settingsAgainst(one, other).map(({ knob }) => knob) : [];
}
