import type { Workload } from '@/api/types';

import type { CeilingSpec } from './load-edits';

/** What is edited on this page: the definition as the API takes it. Values may be half typed; the server says what is wrong. */

export type Value = string | number | boolean;
/** Knob → value; null puts the knob back to its default. */
export type KnobMap = Record<string, Value | null>;
export type Levels = Record<string, string>;
export type Topology = 'direct' | 'proxied' | 'proxy_only';
/** A number, or what was typed in its place. */
export type Typed = number | string;

export interface Variant {
  name: string;
  from?: string;
  set?: KnobMap;
  topology?: Topology;
  note?: string;
}

export interface WorkloadSpec {
  name?: string;
  tool?: Workload['tool'];
  threads?: Typed;
  connections?: Typed;
  duration_s?: Typed;
  requests?: Typed;
  keepalive?: boolean;
  path?: string;
  headers?: Record<string, string>;
  /** Of the Host header; the target's address when it is not given. */
  host?: string | null;
  timeout_s?: Typed;
}

/** Whole rounds, from `min` on, until every half-interval is as narrow as wanted; at most `max`. */
export interface UntilSpec {
  min?: Typed;
  max?: Typed;
  /** Metric → half-interval as a share: 0.01, or “1%” as it is typed. */
  until: Record<string, Typed>;
}

export interface PublishedRow {
  variant: string;
  note?: string;
  [figure: string]: unknown;
}

export interface Definition {
  name: string;
  description?: string;
  note?: string;
  source?: string;
  testbed?: string;
  topology?: Topology;
  kind?: 'compare' | 'ceiling';
  ceiling?: CeilingSpec;
  workloads: WorkloadSpec[];
  trials?: Typed | UntilSpec;
  warmup?: { prepared?: Typed; trial?: Typed };
  order?: 'interleaved' | 'sequential';
  control?: boolean;
  on_failure?: 'continue' | 'stop';
  /** A share of requests: 0.01, or “1%” as it is typed. */
  allowed_failures?: Typed;
  /** Role → boot parameters. */
  require?: Record<string, string[]>;
  seed?: number;
  baseline?: string | Levels;
  set: KnobMap;
  factors: Record<string, Record<string, KnobMap>>;
  variants: Variant[];
  published?: { rows?: PublishedRow[]; [key: string]: unknown };
}

/** Most runs of one experiment; the server refuses more. */
export const MAX_RUNS = 500;
export const SHARED = 'all variants';

/** A definition from the API, with the parts that the editor relies on. */
export function definitionOf(data: Record<string, unknown>): Definition {
  return { workloads: [], set: {}, factors: {}, variants: [], ...data } as unknown as Definition;
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
