import type { Workload } from '@/api/types';

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

/** “workers 2”, “workers 2 2”, …: a name that is not taken. */
export function freshName(wanted: string, taken: readonly string[]): string {
  if (!taken.includes(wanted)) return wanted;
  let n = 2;
  while (taken.includes(`${wanted} ${n}`)) n += 1;
  return `${wanted} ${n}`;
}

/** A search for the largest clean number of connections; what is missing the server fills in. */
export interface CeilingSpec {
  from?: Typed;
  to?: Typed;
  resolution?: Typed;
  confirm?: boolean;
}
