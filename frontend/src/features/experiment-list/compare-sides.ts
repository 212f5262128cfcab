import type { Experiment } from '@/api/types';

type ComparedExperiment = Pick<Experiment, 'created_at' | 'run_list'>;
type Side = (typeof SIDES)[number];

const SIDES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const;
const MAX_RUNS = 60; // run ids of a side in one address

export const MAX_COMPARED = SIDES.length;

/**
 * Sides of Compare, as its address has them: of one experiment the baseline and each variant, of several each
 * experiment with its baseline and candidates, the oldest first.
 */
export function compareSides(experiments: ComparedExperiment[]): Partial<Record<Side, string>> {
  const oldestFirst = experiments.toSorted((a, b) => a.created_at.localeCompare(b.created_at));
  const [first] = oldestFirst;
  const groups = oldestFirst.length === 1 && first ? variantsOf(first) : oldestFirst.map(measuredRuns);
  const sides = groups.filter((runs) => runs.length > 0).slice(0, MAX_COMPARED);
  return Object.fromEntries(
    sides.map((runs, n) => [
      SIDES[n],
      runs
        .slice(0, MAX_RUNS)
        .map(({ id }) => id)
        .join(','),
    ]),
  );
}

const measuredRuns = ({ run_list: runs }: ComparedExperiment) =>
  runs.filter((run) => !run.deleted && !run.is_control);

function variantsOf(experiment: ComparedExperiment) {
  const runs = measuredRuns(experiment);
  const names = new Set(
    runs.toSorted((a, b) => Number(b.is_baseline) - Number(a.is_baseline)).map((r) => r.variant),
  );
  return [...names].map((name) => runs.filter((run) => run.variant === name));
}
