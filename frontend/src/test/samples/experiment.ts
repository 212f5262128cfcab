import { METRICS } from '@/api/catalog';
import type {
  DeltaOfRun,
  Experiment,
  MainEffects,
  Metric,
  Pivot,
  PivotPlace,
  RunSummary,
  Trial,
} from '@/api/types';

/** A finished grid for tests: article C's runs of 22 workers and its baseline, in short. */

const workload = {
  name: 'keepalive',
  tool: 'wrk',
  connections: 32,
  threads: 1,
  duration_s: 1,
  keepalive: true,
};

export function run(id: string, changes: Partial<RunSummary> = {}): RunSummary {
  return {
    id,
    position: 0,
    name: changes.variant ?? id,
    variant: id,
    parent: null,
    knobs: {},
    factors: {},
    topology: 'proxy_only',
    workload,
    is_baseline: false,
    is_control: false,
    deleted: false,
    state: 'ready',
    failure: null,
    trials_done: 5,
    trials_invalid: 0,
    trials_failed: 0,
    trials_not_measured: 0,
    total_requests: 1000,
    means: { requests_per_s: 1000, latency_mean: 0.005, failed_requests: 0 },
    cv: { requests_per_s: 0.05 },
    half: {},
    ...changes,
  } as RunSummary;
}

const cell = (workers: string, pin: 'none' | 'cores', log: string) => ({
  variant: `workers ${workers} · ${pin === 'none' ? 'pin none' : 'cores'} · log ${log}`,
  factors: { workers, pin, log },
  knobs: {
    'nginx.worker_processes': Number(workers),
    'nginx.access_log': log,
    ...(pin === 'cores' && { 'pin.load': '32-63' }),
  },
});

export const baseline = run('base', {
  ...cell('16', 'none', 'off'),
  is_baseline: true,
  means: { requests_per_s: 274685.2 },
});
export const pinnedRun = run('pinned', {
  ...cell('22', 'cores', 'off'),
  means: { requests_per_s: 347540.6 },
});
export const unpinnedRun = run('unpinned', {
  ...cell('22', 'none', 'off'),
  means: { requests_per_s: 276899.4 },
});
export const memory = run('memory', { ...cell('22', 'cores', 'memory'), means: { requests_per_s: 329009 } });
export const control = run('control', {
  ...cell('16', 'none', 'off'),
  variant: 'control (A/A)',
  is_control: true,
  means: { requests_per_s: 270000 },
});

export function delta(id: string, changes: Partial<DeltaOfRun> = {}): DeltaOfRun {
  return {
    run_id: id,
    name: id,
    context: '',
    against: '',
    change: 0.1,
    difference: null,
    low: 0.05,
    high: 0.15,
    p: 0.001,
    p_adjusted: 0.003,
    verdict: 'better',
    reason: 'The change is clear of chance.',
    because: '',
    equal_settings: false,
    never_acted: '',
    is_idle: false,
    on_busy_host: false,
    limited: '',
    n: 5,
    method: 'paired',
    min_effect: 0.01,
    family: 3,
    metrics: 1,
    exploratory: false,
    by_start: false,
    simultaneous_low: 0.03,
    simultaneous_high: 0.18,
    trials_needed: null,
    baseline_mean: 274685.2,
    candidate_mean: 300000,
    changed_mean: 300000,
    suspect: false,
    dots: [],
    is_best: false,
    control_alarm: null,
    ...changes,
  };
}

export const deltas: DeltaOfRun[] = [
  delta('pinned', { change: 0.267, low: 0.159, high: 0.385, is_best: true }),
  delta('unpinned', { change: 0.003, low: -0.189, high: 0.241, verdict: 'unclear', trials_needed: 14 }),
  delta('memory', { change: 0.199, low: 0.101, high: 0.306 }),
  delta('control', { change: -0.015, low: -0.06, high: 0.03, verdict: 'unclear' }),
];

const metric = (name: string): Metric => METRICS.find((entry) => entry.name === name)!;
export const rate = metric('requests_per_s');
export const p99 = metric('latency_p99');
export const failedRequests = metric('failed_requests');

export const experiment = (changes: Partial<Experiment> = {}): Experiment =>
  ({
    id: 'x7k2m9',
    name: 'Pinned against unpinned',
    kind: 'compare',
    state: 'finished',
    recipe: 'pinned-against-unpinned',
    form: 'quick',
    origin: 'measured',
    tags: [],
    starred: false,
    archived: false,
    notes: '',
    notes_version: 0,
    made_from_this: 0,
    derived: null,
    testbed: { id: 't', name: 'local' },
    tool: 'wrk',
    runs: 5,
    rounds: 5,
    created_at: '2026-11-21T01:00:00Z',
    started_at: '2026-11-21T01:00:01Z',
    finished_at: '2026-11-21T01:02:41Z',
    failure: null,
    headline: null,
    rules: { version: 1, launch: 1, today: 1, note: '' },
    progress: null,
    note: 'wrk in place of weighttp.',
    description: null,
    order: 'interleaved',
    seed: 1,
    estimate_s: 160,
    factors: { workers: ['16', '22'], pin: ['none', 'cores'], log: ['off', 'memory'] },
    run_list: [baseline, pinnedRun, unpinnedRun, memory, control],
    published: null,
    ceiling: null,
    hosts: [
      { role: 'load', host_id: 'h1', host: 'load-1', address: '127.0.0.1', machine: 'm', cpus: 2 },
      { role: 'proxy', host_id: 'h2', host: 'proxy-1', address: '127.0.0.1', machine: 'm', cpus: 2 },
      { role: 'backend', host_id: 'h3', host: 'origin-1', address: '127.0.0.1', machine: 'm', cpus: 2 },
    ],
    queue_behind: [],
    yaml: 'name: Pinned against unpinned\n',
    ...changes,
  }) as Experiment;

export function trial(id: string, changes: Partial<Trial> = {}): Trial {
  return {
    id,
    run_id: 'pinned',
    round: 1,
    position: 1,
    repeat: 1,
    attempt: 1,
    state: 'done',
    failure: null,
    findings: [],
    figures: { requests_per_s: 340000 },
    started_at: null,
    ended_at: null,
    ...changes,
  };
}

/** A place of the pivot, as the server tells it. */
export const place = (row: string, column: string, changes: Partial<PivotPlace> = {}): PivotPlace => ({
  row,
  column,
  run_ids: [`${row}-${column}`],
  names: [`${row} · ${column}`],
  is_baseline: false,
  mean: 300000,
  half: 4000,
  cv: 0.013,
  trials: 5,
  dots: [{ round: 1, value: 299000 }],
  delta: delta('x'),
  missing: null,
  ...changes,
});

/** Article C by log and workers, pinned: 22 workers with the log on disk are not in it. */
export const pivot = (changes: Partial<Pivot> = {}): Pivot => ({
  metric: rate,
  dimensions: [
    { name: 'log', levels: ['off', 'disk'], is_workload: false },
    { name: 'workers', levels: ['16', '22'], is_workload: false },
    { name: 'pin', levels: ['none', 'cores'], is_workload: false },
  ],
  rows: 'log',
  columns: 'workers',
  fixed: { pin: 'cores' },
  averaged: [],
  over: 1,
  baseline: 'workers 16 · pin none · log off',
  cells: [
    place('off', '16', { mean: 285948.2, delta: delta('x', { change: 0.042, verdict: 'unclear' }) }),
    place('off', '22', { mean: 347540.6, delta: delta('x', { change: 0.267, low: 0.159, high: 0.385 }) }),
    place('disk', '16', { mean: 267241, delta: delta('x', { change: -0.026, verdict: 'unclear' }) }),
    place('disk', '22', {
      mean: null,
      half: null,
      cv: null,
      trials: 0,
      run_ids: [],
      dots: [],
      delta: null,
      missing: 'The grid has no run with log disk · workers 22 · pin cores.',
    }),
  ],
  left_out: [],
  ...changes,
});

const effect = (factor: string, level: string, against: string, change: number) => ({
  factor,
  level,
  against,
  pairs: 5,
  delta: delta('x', { change, low: change - 0.06, high: change + 0.06 }),
  spread: { cv_a: 0.07, cv_b: 0.01, ratio: 0.137, p: 0.001, verdict: 'steadier' as const, reason: '' },
  left_out: [] as string[],
});

export const effects = (changes: Partial<MainEffects> = {}): MainEffects => ({
  metric: rate,
  workloads: ['keepalive'],
  baseline: { workers: '16', pin: 'none' },
  effects: [
    {
      ...effect('workers', '22', '16', 0.091),
      left_out: ['workers 16 · cores · log disk has no partner at workers 22'],
    },
    effect('pin', 'cores', 'none', 0.145),
  ],
  sentences: [
    'workers: 22 is +9.1% …',
    'pin: cores is +14.5% [+8.3, +21.0] against none, over 5 pairs; better.',
  ],
  min_effect: 0.01,
  interactions: [
    {
      factor: 'pin',
      level: 'cores',
      against: 'none',
      other: 'workers',
      other_level: '22',
      other_against: '16',
      pairs: 2,
      here: delta('x', { change: 0.055 }),
      there: delta('x', { change: 0.276 }),
      delta: delta('x', { change: 0.21, low: 0.064, high: 0.376, verdict: 'unclear' }),
      depends: 'unclear',
      sentence: 'pin cores against none: +5.5% at workers 16, +27.6% at workers 22',
    },
  ],
  ...changes,
});
