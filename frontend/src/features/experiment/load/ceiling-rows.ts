import type { CeilingRun } from '@/api/types';
import type { CeilingRow } from '@/components/charts/load/ceiling-data';
import { marksOf } from '@/components/charts/load/probe-data';
import { percent, rate } from '@/components/words/format';

const SETTLED = ['found', 'no_failure', 'fails_at_first'];

const isSettled = ({ state }: CeilingRun) => SETTLED.includes(state);

/** Runs of a search as rows of the chart, in the order of the plan. */
export const ceilingRows = (runs: CeilingRun[]): CeilingRow[] =>
  runs.map((run) => ({
    id: run.run_id,
    name: run.name,
    sentence: run.sentence,
    clean: run.clean,
    failing: run.failing,
    isSettled: isSettled(run),
    probes: marksOf(run.probes),
    details: detailsOf(run),
  }));

function detailsOf(run: CeilingRun): string[] {
  return [
    ...(run.requests_per_s === null ? [] : [`${rate(run.requests_per_s)} at the largest clean load`]),
    ...(run.change === null ? [] : [`${percent(run.change)} against the baseline`]),
    ...(run.unsteady ? ['Unsteady: some load was seen both clean and failing.'] : []),
    ...(run.most_left > 0 ? [`At most ${run.most_left} probes left.`] : []),
  ];
}

/** The run that is shown in detail: the one asked for, the one that is measured now, or the first. */
export function shownRun(
  runs: CeilingRun[],
  chosenId?: string,
  current?: string | null,
): CeilingRun | undefined {
  const runById = (id?: string | null) => runs.find((run) => run.run_id === id);
  return runById(chosenId) ?? runById(current) ?? runs[0];
}
