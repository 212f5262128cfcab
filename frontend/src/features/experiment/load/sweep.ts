import type { Experiment, RunSummary, Trial } from '@/api/types';
import type { LoadPoint, LoadSeries } from '@/components/charts/load/load-data';
import { numbers } from '@/components/charts/kit/scales';

/** A sweep: workloads that differ in nothing but their connections. */
export interface Sweep {
  loads: number[];
  /** Variants in the order of the plan. */
  variants: string[];
}

/** Null unless every workload is the same but for a number of connections of its own. */
export function sweepOf({ run_list }: Pick<Experiment, 'run_list'>): Sweep | null {
  const runs = run_list.filter(({ deleted: isDeleted }) => !isDeleted);
  const workloads = new Map(runs.map(({ workload }) => [workload.name ?? 'default', workload]));
  const loads = [...workloads.values()].map(({ connections = 1 }) => connections);
  const rest = new Set(
    [...workloads.values()].map((workload) => JSON.stringify({ ...workload, name: '', connections: 0 })),
  );
  if (loads.length < 2 || new Set(loads).size !== loads.length || rest.size !== 1) return null;
  return { loads: loads.sort((a, b) => a - b), variants: [...new Set(runs.map(({ variant }) => variant))] };
}

/** A metric over connections, one line per variant. Trials that do not count are dots without a share in the line. */
export function sweepSeries(
  { run_list }: Pick<Experiment, 'run_list'>,
  { loads, variants }: Sweep,
  trials: Trial[],
  metric: string,
): LoadSeries[] {
  const find = (variant: string, load: number) =>
    run_list.find((run) => run.variant === variant && !run.deleted && run.workload.connections === load);
  return variants.map((name) => ({
    name,
    points: loads.flatMap((load) => {
      const run = find(name, load);
      return run ? [{ load, ...loadPoint(run, trials, metric) }] : [];
    }),
  }));
}

/** Failures are counted over all trials that were measured: those that do not count are the ones that have them. */
function loadPoint(run: RunSummary, trials: Trial[], metric: string): Omit<LoadPoint, 'load'> {
  const ownTrials = trials.filter(
    ({ run_id, state }) => run_id === run.id && (state === 'done' || state === 'invalid'),
  );
  const dots = ownTrials.map((trial) => ({
    id: trial.id,
    value: trial.figures[metric] ?? null,
    invalid: trial.state === 'invalid' ? whyInvalid(trial) : undefined,
  }));
  if (metric !== 'failed_requests') {
    return { value: run.means[metric] ?? null, half: run.half[metric], dots };
  }
  const failures = numbers(dots.map(({ value }) => value));
  return {
    value: failures.length ? failures.reduce((sum, rate) => sum + rate, 0) / failures.length : null,
    dots,
  };
}

const whyInvalid = ({ findings }: Trial) =>
  findings.find(({ level }) => level === 'invalid')?.message ?? 'invalid';

/** The loads at which a variant has trials that do not count. */
export const hasInvalid = (series: LoadSeries[]) =>
  series.some(({ points }) => points.some(({ dots }) => dots.some(({ invalid }) => invalid)));
