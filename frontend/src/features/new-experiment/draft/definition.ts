import type { components } from '@/api/schema';
import type { Definition as Normalised } from '@/api/types';
import type { Typed } from '@/components/ui/dialogs/number-field';
import { DEFAULT_TOOL } from '@/components/words/tools';

/** What is edited on this page: the API's definition, where a field may be half typed; the server says what is wrong. */

type Schemas = components['schemas'];
/** The same fields, each of which may be left out, with numbers as they were typed. */
type HalfTyped<T> = { [K in keyof T]?: number extends T[K] ? T[K] | string : T[K] };

export type Variant = Schemas['Variant'];
export type KnobMap = NonNullable<Variant['set']>;
export type Value = NonNullable<KnobMap[string]>;
export type Topology = NonNullable<Variant['topology']>;
export type Levels = Record<string, string>;
export type HoldSpec = HalfTyped<Schemas['Hold']>;
export type WorkloadSpec = HalfTyped<Omit<Schemas['Workload'], 'hold'>> & { hold?: HoldSpec | null };
export type CeilingSpec = HalfTyped<Omit<Schemas['Ceiling'], 'latency'>> & {
  latency?: Record<string, Typed>;
};
export type DecidedSpec = HalfTyped<Omit<Schemas['UntilDecided'], 'until'>> & { until: 'decided' };

export type DiagnosticsSpec = HalfTyped<Schemas['DiagnosticOptions']>;
export type ServersSpec = HalfTyped<Schemas['Servers']>;

type Edited =
  | 'allowed_failures'
  | 'ceiling'
  | 'diagnostics'
  | 'min_effect'
  | 'seed'
  | 'wait_for_hosts'
  | 'servers'
  | 'trials'
  | 'warmup'
  | 'workloads';
type Relied = 'factors' | 'set' | 'variants';
export type Definition = Partial<Omit<Normalised, Edited | Relied>> &
  Required<Pick<Normalised, 'name' | Relied>> & {
    allowed_failures?: Typed;
    ceiling?: CeilingSpec;
    diagnostics?: DiagnosticsSpec;
    servers?: ServersSpec;
    min_effect?: Typed;
    seed?: Typed | null;
    wait_for_hosts?: Typed | null;
    trials?: Typed | DecidedSpec;
    warmup?: HalfTyped<Schemas['Warmup']>;
    workloads: WorkloadSpec[];
  };

/** A definition from the API, with the parts that the editor relies on. */
export function definitionOf(data: Normalised): Definition {
  return { set: {}, factors: {}, variants: [], ...data, workloads: data.workloads.map(withTypedRate) };
}

/** A rate that is a share of the baseline's ceiling, as it is typed: “70%”. */
const withTypedRate = ({ rate_share: share, ...workload }: Schemas['Workload']): WorkloadSpec =>
  share ? { ...workload, rate: `${Number((share.share * 100).toPrecision(12))}%` } : workload;

/** Two variants and one change: the least that gives a delta. */
export function blankDefinition(): Definition {
  return {
    name: 'My experiment',
    topology: 'proxied',
    workloads: [
      {
        name: 'keepalive',
        tool: DEFAULT_TOOL,
        threads: 1,
        connections: 32,
        duration_s: 1,
        keepalive: true,
        path: '/',
      },
    ],
    trials: { min: 8, max: 40, until: 'decided' },
    warmup: { prepared: 1, trial: 0 },
    servers: { fresh: 'round' },
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
export function freshName(name: string, takenNames: readonly string[]): string {
  if (!takenNames.includes(name)) return name;
  let n = 2;
  while (takenNames.includes(`${name} ${n}`)) n += 1;
  return `${name} ${n}`;
}
