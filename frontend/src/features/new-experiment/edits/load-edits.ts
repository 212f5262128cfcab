import { numberOf, type Typed } from '@/components/ui/dialogs/number-field';
import { loadText } from '@/components/words/workload';

import type { CeilingSpec, Definition, WorkloadSpec } from '../draft/definition';

import { FIRST_DECIDED, ruleOf } from './trials-edits';

export const isSearch = ({ kind }: Pick<Definition, 'kind'>) => kind === 'ceiling';

export const FIRST_SEARCH: CeilingSpec = { from: 64, to: 4096, resolution: 16, confirm: true };

const FIRST_RATE_SEARCH: CeilingSpec = {
  of: 'rate',
  latency: { p99: '5ms' },
  from: 500,
  to: 16_000,
  resolution: 100,
  confirm: true,
};

/** Question of a definition: a comparison, or a search over connections or the rate. */
export type Question = 'compare' | 'connections' | 'rate';

export const questionOf = (definition: Definition): Question =>
  isSearch(definition) ? (definition.ceiling?.of ?? 'connections') : 'compare';

/** Changes between measuring at fixed load and searching; a search has a control only when asked for. */
export function setQuestion(definition: Definition, question: Question): Definition {
  if (question === questionOf(definition)) return definition;
  if (question !== 'compare') {
    const ceiling = question === 'rate' ? FIRST_RATE_SEARCH : FIRST_SEARCH;
    const searchDefinition: Definition = { ...definition, kind: 'ceiling', ceiling, control: false };
    if (ruleOf(searchDefinition)) delete searchDefinition.trials; // it ends by its answer
    return searchDefinition;
  }
  const trials = definition.trials ?? FIRST_DECIDED;
  const comparison: Definition = { ...definition, kind: question, control: true, trials };
  delete comparison.ceiling;
  return comparison;
}

/** The widest gap that ends a search: “16 connections”. */
export const gapWords = ({ ceiling }: Definition) =>
  loadText(ceiling?.of ?? 'connections', Number(ceiling?.resolution ?? FIRST_SEARCH.resolution));

/** Milliseconds of a limit, which is in seconds or as typed: “5ms”. */
export const millisecondsOf = (limit: number | string | undefined): number | string =>
  typeof limit === 'number' ? limit * 1000 : numberOf((limit ?? '').replace(/ms$/, ''));

/** A limit of so many milliseconds; without any the search has none. */
export const limitOf = (milliseconds: number | string): CeilingSpec['latency'] =>
  milliseconds === '' ? {} : { p99: `${milliseconds}ms` };

export const setCeiling = (definition: Definition, fields: CeilingSpec): Definition => ({
  ...definition,
  ceiling: { ...FIRST_SEARCH, ...definition.ceiling, ...fields },
});

/**
 * “50, 100 200” → [50, 100, 200], without repeats; null when something in it is not a whole number above zero.
 * Rates may all be shares of the baseline's ceiling instead: “50%, 70%”.
 */
export function parseLoads(text: string, field: SweptField = 'connections'): Typed[] | null {
  const words = text.split(/[\s,;]+/).filter(Boolean);
  const isShares = field === 'rate' && words.every((word) => /^\d+(\.\d+)?%$/.test(word));
  if (words.length > 0 && isShares) return [...new Set(words)];
  const loads = words.map(Number);
  if (loads.length === 0 || !loads.every((load) => Number.isInteger(load) && load > 0)) return null;
  return [...new Set(loads)];
}

type SweptField = 'connections' | 'rate';

/** What a sweep varies: the rate where the first workload has one. */
export const sweepFieldOf = ({ workloads: [first] }: Definition): SweptField =>
  first?.rate == null ? 'connections' : 'rate';

const SWEEP_NAMES = { connections: 'connections', rate: 'a second' };

const nameOfLoad = (load: Typed, field: SweptField) =>
  String(load).endsWith('%') ? `at ${load}` : `${load} ${SWEEP_NAMES[field]}`;

/** Another number of connections, or rate, and the name with it where it says the old one. */
export function changeLoad(workload: WorkloadSpec, field: SweptField, load: Typed): Partial<WorkloadSpec> {
  const { name } = workload;
  const ending = nameOfLoad(workload[field] ?? '', field);
  if (!name?.endsWith(ending)) return { [field]: load };
  return { [field]: load, name: name.slice(0, -ending.length) + nameOfLoad(load, field) };
}

/** One workload for each number of connections, or each rate; all else as in the first. */
export function sweepLoads(definition: Definition, loads: Typed[]): Definition {
  const [first = {}] = definition.workloads;
  const field = sweepFieldOf(definition);
  const workloads = loads.map((load): WorkloadSpec => ({
    ...first,
    name: nameOfLoad(load, field),
    [field]: load,
  }));
  return { ...definition, workloads };
}

/** The numbers of a sweep as they are now: workloads that differ in name and connections, or rate, only. */
export function sweptLoads(definition: Definition): Typed[] {
  const { workloads } = definition;
  const field = sweepFieldOf(definition);
  const rest = new Set(workloads.map((workload) => JSON.stringify({ ...workload, name: '', [field]: 0 })));
  const loads = workloads.map((workload) => workload[field] ?? 16);
  return workloads.length > 1 && rest.size === 1 && new Set(loads).size === loads.length ? loads : [];
}
