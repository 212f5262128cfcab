import type { CeilingSpec, Definition, WorkloadSpec } from '../draft/definition';

import { FIRST_DECIDED, ruleOf } from './trials-edits';

export const isSearch = ({ kind }: Pick<Definition, 'kind'>) => kind === 'ceiling';

export const FIRST_SEARCH: CeilingSpec = { from: 64, to: 4096, resolution: 16, confirm: true };

/** Changes between measuring at fixed load and searching; a search has a control only when asked for. */
export function setKind(definition: Definition, kind: 'compare' | 'ceiling'): Definition {
  if (kind === (definition.kind ?? 'compare')) return definition;
  if (kind === 'ceiling') {
    const searchDefinition = {
      ...definition,
      kind,
      ceiling: definition.ceiling ?? FIRST_SEARCH,
      control: false,
    };
    if (ruleOf(searchDefinition)) delete searchDefinition.trials; // it ends by its answer
    return searchDefinition;
  }
  const trials = definition.trials ?? FIRST_DECIDED;
  const comparison: Definition = { ...definition, kind, control: true, trials };
  delete comparison.ceiling;
  return comparison;
}

export const setCeiling = (definition: Definition, fields: CeilingSpec): Definition => ({
  ...definition,
  ceiling: { ...FIRST_SEARCH, ...definition.ceiling, ...fields },
});

/** “50, 100 200” → [50, 100, 200], without repeats; null when something in it is not a whole number above zero. */
export function parseLoads(text: string): number[] | null {
  const words = text.split(/[\s,;]+/).filter(Boolean);
  const loads = words.map(Number);
  if (loads.length === 0 || !loads.every((load) => Number.isInteger(load) && load > 0)) return null;
  return [...new Set(loads)];
}

/** What a sweep varies: the rate where the first workload has one. */
export const sweepFieldOf = ({ workloads: [first] }: Definition) =>
  first?.rate == null ? 'connections' : 'rate';

const SWEEP_NAMES = { connections: 'connections', rate: 'a second' };

/** One workload for each number of connections, or each rate; all else as in the first. */
export function sweepLoads(definition: Definition, loads: number[]): Definition {
  const [first = {}] = definition.workloads;
  const field = sweepFieldOf(definition);
  const workloads = loads.map((load): WorkloadSpec => ({
    ...first,
    name: `${load} ${SWEEP_NAMES[field]}`,
    [field]: load,
  }));
  return { ...definition, workloads };
}

/** The numbers of a sweep as they are now: workloads that differ in name and connections, or rate, only. */
export function sweptLoads(definition: Definition): number[] {
  const { workloads } = definition;
  const field = sweepFieldOf(definition);
  const rest = new Set(workloads.map((workload) => JSON.stringify({ ...workload, name: '', [field]: 0 })));
  const loads = workloads.map((workload) => Number(workload[field] ?? 16));
  return workloads.length > 1 && rest.size === 1 && new Set(loads).size === loads.length ? loads : [];
}
