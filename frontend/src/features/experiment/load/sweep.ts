import type { Experiment, RunSummary, Trial } from '@/api/types';
import type { LoadPoint, LoadSeries } from '@/components/charts/load/load-data';
import { numbers } from '@/components/charts/kit/scales';

const AXES = { connections: 'connections', rate: 'requests per second asked' };

/** A sweep: workloads that differ in nothing but their connections, or their rate. */
export interface Sweep {
  field: keyof typeof AXES;
  /** In words, below a chart. */
  axis: string;
  loads: number[];
  /** Variants in the order of the plan. */
  variants: string[];
}

/** Null unless every workload is the same but for a number of connections, or a rate, of its own. */
export function sweepOf({ run_list }: Pick<Experiment, 'run_list'>): Sweep | null {
  const runs = run_list.filter(({ deleted: isDeleted }) => !isDeleted);
  const workloads = [...new Map(runs.map(({ workload }) => [workload.name ?? 'default', workload])).values()];
  for (const field of ['connections', 'rate'] as const) {
    const loads = numbers(workloads.map((workload) => workload[field]));
    const ownFields = { name: '', [field]: 0, rate_share: null, rate_words: '' };
    const rest = new Set(workloads.map((workload) => JSON.stringify({ ...workload, ...ownFields })));
    if (loads.length > 1 && new Set(loads).size === workloads.length && rest.size === 1) {
      const variants = [...new Set(runs.map(({ variant }) => variant))];
      return { field, axis: AXES[field], loads: loads.sort((a, b) => a - b), variants };
    }
  }
  return null;
}

/** A metric over the loads, one line per variant. Trials that do not count are dots without a share in the line. */
export function sweepSeries(
  { run_list }: Pick<Experiment, 'run_list'>,
  { field, loads, variants }: Sweep,
  trials: Trial[],
  metric: string,
): LoadSeries[] {
  const find = (variant: string, load: number) =>
    run_list.find((run) => run.variant === variant && !run.deleted && run.workload[field] === load);
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
