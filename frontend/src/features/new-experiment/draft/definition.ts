import type { components } from '@/api/schema';
import type { Definition as Normalised } from '@/api/types';

/** What is edited on this page: the API's definition, where a field may be half typed; the server says what is wrong. */

type Schemas = components['schemas'];
/** A number, or what was typed in its place. */
export type Typed = number | string;
/** The same fields, each of which may be left out, with numbers as they were typed. */
type HalfTyped<T> = { [K in keyof T]?: number extends T[K] ? T[K] | string : T[K] };

export type Variant = Schemas['Variant'];
export type KnobMap = NonNullable<Variant['set']>;
export type Value = NonNullable<KnobMap[string]>;
export type Topology = NonNullable<Variant['topology']>;
export type Levels = Record<string, string>;
export type WorkloadSpec = HalfTyped<Schemas['Workload']>;
export type CeilingSpec = HalfTyped<Schemas['Ceiling']>;
/** `until`: metric → half-interval as a share: 0.01, or “1%” as it is typed. */
export type UntilSpec = HalfTyped<Omit<Schemas['Until'], 'until'>> & { until: Record<string, Typed> };

type Edited = 'allowed_failures' | 'ceiling' | 'trials' | 'warmup' | 'workloads';
type Relied = 'factors' | 'set' | 'variants';
export type Definition = Partial<Omit<Normalised, Edited | Relied>> &
  Required<Pick<Normalised, 'name' | Relied>> & {
    allowed_failures?: Typed;
    ceiling?: CeilingSpec;
    trials?: Typed | UntilSpec;
    warmup?: HalfTyped<Schemas['Warmup']>;
    workloads: WorkloadSpec[];
  };

/** Most runs of one experiment; the server refuses more. */
export const MAX_RUNS = 500;
export const SHARED = 'all variants';

/** A definition from the API, with the parts that the editor relies on. */
export function definitionOf(data: Normalised): Definition {
  return { set: {}, factors: {}, variants: [], ...data };
}

/** Two variants and one change: the least that gives a delta. */
export function blankDefinition(): Definition {
  return {
    name: 'My experiment',
    topology: 'proxied',
    workloads: [
      {
        name: 'keepalive',
        tool: 'wrk',
        threads: 1,
        connections: 32,
        duration_s: 1,
        keepalive: true,
        path: '/',
      },
    ],
    trials: 12,
    warmup: { prepared: 1, trial: 0 },
    order: 'interleaved',
    control: true,
    on_failure: 'continue',
    baseline: 'default',
    set: {},
    factors: {},
    variants: [
      { name: 'default', set: {} },
      { name: 'workers 2', from: 'default', set: { 'nginx.worker_processes': 2 } },
    ],
  };
}

const BARE = new Set(['on', 'off', 'none', 'auto', 'default', 'yes', 'no', 'true', 'false']);
const isBare = (level: string) => BARE.has(level.toLowerCase()) || !/\p{L}/u.test(level);

/** “workers 16 · cores · log off”: the name that the server gives to a cell of the grid. */
export const cellName = (levels: Levels) =>
  Object.entries(levels)
    .map(([factor, level]) => (isBare(level) ? `${factor} ${level}` : level))
    .join(' · ');

/** Every combination of levels, the last factor changing fastest; at most as many as may be launched. */
export function cellsOf({ factors }: Pick<Definition, 'factors'>): Levels[] {
  const names = Object.keys(factors);
  if (names.length === 0) return [];
  return names.reduce<Levels[]>(
    (cells, factor) =>
      cells
        .flatMap((cell) => Object.keys(factors[factor] ?? {}).map((level) => ({ ...cell, [factor]: level })))
        .slice(0, MAX_RUNS),
    [{}],
  );
}

/** How many cells the grid has, however large. */
export const cellCount = ({ factors }: Pick<Definition, 'factors'>) => {
  const sizes = Object.values(factors).map((levels) => Object.keys(levels).length);
  return sizes.length === 0 ? 0 : sizes.reduce((product, size) => product * size, 1);
};

export const namesOf = (definition: Definition) => [
  ...definition.variants.map(({ name }) => name),
  ...cellsOf(definition).map(cellName),
];

/** The variant that the others are compared with; the first one when nothing is said. */
export function baselineName(definition: Definition): string | undefined {
  const { baseline } = definition;
  if (typeof baseline === 'object') return cellName(inOrder(definition, baseline));
  return baseline ?? namesOf(definition)[0];
}

const inOrder = ({ factors }: Definition, levels: Levels): Levels =>
  Object.fromEntries(Object.keys(factors).flatMap((f) => (levels[f] === undefined ? [] : [[f, levels[f]]])));

/** A variant and what it derives from, the root first; ends at a circle. */
export function chainOf(definition: Definition, variant: Variant): Variant[] {
  const chain = [variant];
  for (;;) {
    const parent = definition.variants.find(({ name }) => name === chain[0]?.from);
    if (!parent || chain.includes(parent)) return chain;
    chain.unshift(parent);
  }
}

export interface Inherited {
  knob: string;
  value: Value;
  /** The variant that sets it, or SHARED. */
  from: string;
}

/** Knobs that act on a set of knobs without being set in it, with where they come from. */
export function inherited(definition: Definition, own: KnobMap, parents: Variant[] = []): Inherited[] {
  const found = new Map<string, Inherited>();
  const layers = [{ name: SHARED, set: definition.set }, ...parents];
  for (const { name: from, set } of layers) {
    for (const [knob, value] of Object.entries(set ?? {})) {
      if (value === null) found.delete(knob);
      else found.set(knob, { knob, value, from });
    }
  }
  return [...found.values()].filter(({ knob }) => !(knob in own));
}

/** “workers 2”, “workers 2 2”, …: a name that is not taken. */
export function freshName(wanted: string, taken: readonly string[]): string {
  if (!taken.includes(wanted)) return wanted;
  let n = 2;
  while (taken.includes(`${wanted} ${n}`)) n += 1;
  return `${wanted} ${n}`;
}
