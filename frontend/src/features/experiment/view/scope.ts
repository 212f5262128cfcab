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

export function scopeOf(experiment: Experiment, chosenWorkload?: string): Scope {
  const workloads = [...new Set(experiment.run_list.map((run) => run.workload.name ?? 'default'))];
  const workload = workloads.find((name) => name === chosenWorkload) ?? workloads[0] ?? 'default';
  const runs = experiment.run_list
    .filter((run) => (run.workload.name ?? 'default') === workload)
    // The equal runs of a calibration are no candidates.
    .map((run) => (experiment.is_calibration ? { ...run, is_control: !run.is_baseline } : run));
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

/** What a run sets otherwise than the baseline and its server knows, its topology included. */
export function settingsAgainst(run: RunSummary, baseline?: RunSummary): Setting[] {
  // settings of an import that are not knobs stand beside those that are
  const ownKnobs: RunSummary['knobs'] = { ...run.knobs, ...run.described };
  const baselineKnobs: RunSummary['knobs'] = { ...baseline?.knobs, ...baseline?.described };
  const names = [...new Set([...Object.keys(ownKnobs), ...Object.keys(baselineKnobs)])];
  const settings = names
    .filter((name) => ownKnobs[name] !== baselineKnobs[name] && !run.inapplicable?.includes(name))
    .map((knob) => ({ knob, value: ownKnobs[knob], before: baselineKnobs[knob] }));
  const isMoved = baseline && run.topology !== baseline.topology;
  return isMoved ? [{ knob: 'topology', value: run.topology }, ...settings] : settings;
}

/** The factor whose levels differ in nothing but CPU pinning, if the grid has one. */
export function pinningFactor(factors: Record<string, string[]>, runs: RunSummary[]): string | undefined {
  const cells = runs.filter((run) => run.factors && !run.is_control && !run.deleted);
  return Object.keys(factors).find((factor) => {
    const changedKnobs = new Set(cells.flatMap((a) => cells.flatMap((b) => changedBy(factor, a, b))));
    return changedKnobs.size > 0 && [...changedKnobs].every((knob) => knob.startsWith('pin.'));
  });
}

/** Knobs that differ between two cells that are equal in every other factor. */
function changedBy(factor: string, a: RunSummary, b: RunSummary): string[] {
  const levels = Object.entries(a.factors ?? {});
  const isPair = levels.every(([name, level]) => (b.factors?.[name] === level) !== (name === factor));
  return isPair ? settingsAgainst(a, b).map(({ knob }) => knob) : [];
}
