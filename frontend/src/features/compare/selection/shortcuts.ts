import type { Experiment } from '@/api/types';
import { splitsByPins } from '@/components/words/pins';

import type { CompareSearch } from './selection';

export interface Shortcut {
  label: string;
  search: CompareSearch;
  /** Settings that pin processes to CPUs are the first thing people compare. */
  pins: boolean;
}

type Runs = Experiment['run_list'];

const pinsAny = (runs: Runs) =>
  runs.some(({ knobs }) => Object.keys(knobs).some((name) => name.startsWith('pin.')));

/** The level of the baseline first: it becomes side A. */
function orderLevels(factor: string, levels: string[], runs: Runs): string[] {
  const baselineLevel = runs.find(({ is_baseline }) => is_baseline)?.factors?.[factor];
  return baselineLevel && levels.includes(baselineLevel)
    ? [baselineLevel, ...levels.filter((level) => level !== baselineLevel)]
    : levels;
}

/** One click for each factor of a grid: its baseline level against each other level. */
export function shortcuts(experiment: Pick<Experiment, 'id' | 'factors' | 'run_list'>): Shortcut[] {
  const runs = experiment.run_list.filter(({ is_control, deleted: isDeleted }) => !is_control && !isDeleted);
  const factorShortcuts = Object.entries(experiment.factors).flatMap(([factor, levels]) => {
    const [a, ...otherLevels] = orderLevels(factor, levels, runs);
    const at = (level: string | undefined) => runs.filter(({ factors }) => factors?.[factor] === level);
    return otherLevels
      .filter((b) => at(a).length > 0 && at(b).length > 0)
      .map((b): Shortcut => {
        const pins = !pinsAny(at(a)) && pinsAny(at(b));
        const search = { experiment: experiment.id, factor, level_a: a, level_b: b };
        const label =
          pins && otherLevels.length === 1 ? 'Pinned against unpinned' : `${factor}: ${b} against ${a}`;
        return { label, search, pins };
      });
  });
  if (factorShortcuts.length === 0 && splitsByPins(runs)) {
    return [{ label: 'Pinned against unpinned', search: { experiment: experiment.id }, pins: true }];
  }
  return factorShortcuts.sort((x, y) => Number(y.pins) - Number(x.pins));
}
