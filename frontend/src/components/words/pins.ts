import type { RunSummary } from '@/api/types';

type Pinnable = Pick<RunSummary, 'knobs' | 'topology' | 'workload' | 'is_control' | 'deleted'>;

const isPin = (knob: string) => knob.startsWith('pin.');

/** What a run is apart from its CPU pins. */
const rest = ({ knobs, topology, workload }: Pinnable) =>
  JSON.stringify([
    Object.entries(knobs)
      .filter(([knob]) => !isPin(knob))
      .sort(([x], [y]) => (x < y ? -1 : 1)),
    topology,
    workload.name,
  ]);

/** Some pinned run has an unpinned one that is equal in every other setting: the two can stand side by side. */
export function splitsByPins(runs: Pinnable[]): boolean {
  const there = runs.filter(({ is_control, deleted }) => !is_control && !deleted);
  const pinned = (run: Pinnable) => Object.keys(run.knobs).some(isPin);
  const free = new Set(there.filter((run) => !pinned(run)).map(rest));
  return there.some((run) => pinned(run) && free.has(rest(run)));
}
