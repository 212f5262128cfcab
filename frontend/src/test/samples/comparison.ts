/** A comparison and experiments as the API gives them, for tests. */
import { METRICS } from '@/api/catalog';
import type { Comparison, Delta, Experiment, SavedComparison } from '@/api/types';

const rate = METRICS[0]!;

const delta = (change: number, verdict: string): Delta =>
  ({
    change,
    difference: null,
    low: change - 0.05,
    high: change + 0.05,
    p: 0.01,
    p_adjusted: 0.02,
    verdict,
    reason: 'The change is clear of chance (p = 0.02).',
    because: '',
    n: 3,
    method: 'paired',
    min_effect: 0.01,
    family: 1,
    suspect: false,
    dots: [{ round: 1, change }],
    baseline_mean: 100,
    candidate_mean: 100 * (1 + change),
  }) as Delta;

const spread = {
  cv_a: 0.05,
  cv_b: 0.01,
  ratio: 0.2,
  p: 0.01,
  verdict: 'steadier',
  reason: 'Closer together.',
};

export const side = (id: string, mean: number, more: object = {}) => ({
  id,
  name: id,
  experiment_id: 'e1',
  experiment_name: 'Stepwise',
  knobs: {},
  described: {},
  factors: null,
  workload: { name: 'keepalive', tool: 'wrk' },
  topology: 'proxied',
  repeats: [],
  mean,
  cv: 0.01,
  dots: [1, 2, 3].map((round) => ({ trial_id: `${id}-${round}`, round, value: mean + round, state: 'done' })),
  percentiles: { latency_p50: 1 / mean, latency_p99: 3 / mean },
  ...more,
});

const candidate = (letter: string, run: ReturnType<typeof side>, change: number, verdict: string) => ({
  side: letter,
  title: run.name,
  paired: true,
  matching: { how: 'experiment', text: 'the same experiment and the same workload', pooled: 0, left_out: [] },
  runs: [{ id: run.id, name: run.name, experiment_id: 'e1', experiment_name: 'Stepwise' }],
  pairs: [
    {
      label: `default → ${run.name}`,
      a: side('default', 100),
      b: run,
      delta: delta(change, verdict),
      spread,
    },
  ],
  overall: [{ metric: rate, delta: delta(change, verdict), spread }],
  serious: letter === 'c' ? 1 : 0,
});

/** A is default, B is workers 2, C is workers 4. */
export function comparison(more: object = {}): Comparison {
  const b = candidate(
    'b',
    side('workers 2', 192, { knobs: { 'nginx.worker_processes': 2 } }),
    0.92,
    'better',
  );
  const c = candidate('c', side('workers 4', 90), -0.1, 'worse');
  return {
    title: 'workers 2 against default',
    headline: 'workers 2 raises throughput against default: 100 → 110 req/s (+10.0% [+5.0, +15.0]).',
    settled: true,
    rules: 1,
    a_title: 'default',
    b_title: 'workers 2',
    a_argv: ['wrk', '-c100'],
    b_argv: ['wrk', '-c100'],
    factor: null,
    experiments: [{ id: 'e1', name: 'Stepwise' }],
    metric: rate,
    side: 'b',
    matching: b.matching,
    a_runs: [],
    candidates: [b, c],
    pairs: b.pairs,
    overall: b.overall,
    paired: true,
    differs: [
      { kind: 'knob', name: 'nginx.worker_processes', a: null, b: 2 },
      { kind: 'kernel', name: 'net.core.somaxconn', a: '128', b: '4096' },
    ],
    equal: 2,
    equal_settings: [
      { kind: 'fact', name: 'kernel', a: '6.1', b: '6.1' },
      { kind: 'workload', name: 'connections', a: 100, b: 100 },
    ],
    caveats: [
      {
        level: 'serious',
        code: 'tool',
        text: 'The load tool differs: ab against wrk',
        advice: 'Use one tool.',
      },
    ],
    warnings: [],
    conf_a: '',
    conf_b: '',
    ...more,
  } as unknown as Comparison;
}

export const savedComparison = (more: object = {}): SavedComparison => ({
  id: 'c1',
  name: 'Workers on s2500',
  notes: '',
  notes_version: 0,
  notes_by: null,
  notes_at: null,
  mentions: [],
  owner: null,
  state: { a: 'r1', b: 'r2' },
  created_at: '2026-11-21T01:00:00Z',
  updated_at: '2026-11-21T01:00:00Z',
  ...more,
});

const listRun = (name: string, more: object = {}) => ({
  id: name,
  name,
  variant: name,
  knobs: {},
  described: {},
  factors: {},
  topology: 'proxied',
  workload: { name: 'keepalive' },
  is_baseline: false,
  is_control: false,
  deleted: false,
  trials_done: 3,
  means: { requests_per_s: 100 },
  cv: {},
  ...more,
});

export const experiment = {
  id: 'e1',
  name: 'Stepwise',
  state: 'finished',
  tool: 'wrk',
  runs: 3,
  rounds: 3,
  testbed: null,
  created_at: '2026-11-21T01:00:00Z',
  started_at: null,
  factors: {},
  run_list: [
    listRun('r1', { is_baseline: true }),
    listRun('r2', { knobs: { 'pin.load': '1' } }),
    listRun('r3', { knobs: { 'nginx.worker_processes': 4 } }),
  ],
} as unknown as Experiment;
