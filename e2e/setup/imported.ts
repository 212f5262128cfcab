// Finished experiments without measuring: the write-ups' own tables and outputs of tools, imported by the API.
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, type APIRequestContext } from '@playwright/test';

import { root } from './process';

const FIXTURES = path.join(root, 'agents/tests/fixtures/loadtools');

/** What a tool printed, e.g. `fixture('ab', 'basic_small')`; see agents/tests/fixtures/loadtools. */
export const fixture = (tool: 'wrk' | 'wrk2' | 'ab' | 'weighttp', name: string) =>
  readFileSync(path.join(FIXTURES, tool, `${name}.txt`), 'utf8');

export interface Row {
  variant: string;
  requests: number;
  requests_per_s: number;
  latency_mean: number; // seconds
  delta?: number; // as published: 0.9219 is +92.19%
  topology?: 'direct' | 'proxied' | 'proxy_only';
  settings?: Record<string, string>;
}

const KERNEL = {
  'net.core.netdev_max_backlog': '24800',
  'net.ipv4.tcp_max_syn_backlog': '24800',
  'net.core.somaxconn': '65535',
  'net.ipv4.tcp_syn_retries': '2',
  'net.ipv4.tcp_synack_retries': '2',
  'net.ipv4.tcp_fastopen': '2',
};
const AUTO = { worker_processes: 'auto', worker_cpu_affinity: 'auto' };
const STEP_5 = { ...AUTO, worker_connections: '65535' };
const STEP_7 = { ...STEP_5, accept_mutex: 'on', multi_accept: 'on' };
const STEP_8 = { ...STEP_7, 'upstream.use_upstream': 'on' };
const STEP_9 = { ...STEP_8, 'upstream.keepalive': '32', 'upstream.keepalive_requests': '2000' };

/** Article A's first table: one row per variant, deltas as published. */
export const ARTICLE_A: Row[] = [
  { variant: 'direct', requests: 4139984, requests_per_s: 68884.59, latency_mean: 0.00166, delta: 6.73, topology: 'direct' },
  { variant: 'default', requests: 534859, requests_per_s: 8911.3, latency_mean: 0.01204 },
  row('workers 2', 1027745, 17127.49, 0.00595, 0.9219, { worker_processes: '2' }),
  row('workers 3', 676651, 11274.05, 0.00897, 0.2651, { worker_processes: '3' }),
  row('workers auto', 547794, 9125.66, 0.01114, 0.0241, { worker_processes: 'auto' }),
  row('affinity auto', 537713, 8958.1, 0.01167, 0.0052, AUTO),
  row('worker_connections 65535', 532758, 8874.85, 0.0118, -0.004, STEP_5),
  row('accept_mutex', 425540, 7088.39, 0.01558, -0.2045, { ...STEP_5, accept_mutex: 'on' }),
  row('multi_accept', 591500, 9854.77, 0.0106, 0.1058, STEP_7),
  row('upstream block', 558679, 9308.3, 0.012, 0.0445, STEP_8),
  row('keepalive 32', 632673, 10541.49, 0.01006, 0.1829, STEP_9),
  row('second backend', 1006485, 16772.08, 0.00653, 0.8821, { ...STEP_9, 'origin.instances': '2' }),
  row('default with a second backend', 610882, 10178.26, 0.01021, 0.1421, { 'origin.instances': '2' }),
  row('workers 2 with keepalive', 1041024, 17348.36, 0.00594, 0.9467, { worker_processes: '2', 'upstream.keepalive': '32' }),
  row('listen deferred', 596197, 9934.61, 0.0109, 0.1148, { 'listen.deferred': 'on' }),
  row('kernel settings', 581535, 9689.91, 0.01095, 0.0873, KERNEL),
  row('all', 1087151, 18115.78, 0.00594, 1.0328, {
    worker_processes: 'auto',
    worker_connections: '65535',
    multi_accept: 'on',
    'upstream.keepalive': '32',
    'origin.instances': '2',
    'listen.deferred': 'on',
    'listen.backlog': '24800',
    ...KERNEL,
  }),
];

function row(
  variant: string,
  requests: number,
  requests_per_s: number,
  latency_mean: number,
  delta: number,
  settings: Record<string, string>,
): Row {
  return { variant, requests, requests_per_s, latency_mean, delta, settings };
}

type Levels = [workers: string, pin: string, log: string];

/** Article C's trials in req/s by workers, pin and log; 22 workers with the log on disk were not measured. */
export const ARTICLE_C: [Levels, number[]][] = [
  [['16', 'none', 'off'], [248677, 279867, 290159, 270982, 283741]],
  [['16', 'none', 'memory'], [277621, 258456, 260107, 252588, 253443]],
  [['16', 'none', 'disk'], [240303, 254572, 266540, 229249, 242094]],
  [['16', 'cores', 'off'], [285713, 282235, 286919, 285477, 289397]],
  [['16', 'cores', 'memory'], [274568, 278908, 283300, 274235, 277759]],
  [['16', 'cores', 'disk'], [266764, 269377, 264932, 267018, 268114]],
  [['22', 'none', 'off'], [300276, 285604, 219688, 283422, 295507]],
  [['22', 'none', 'memory'], [282196, 300277, 259707, 198777, 247318]],
  [['22', 'cores', 'off'], [354322, 343963, 346928, 349629, 342861]],
  [['22', 'cores', 'memory'], [334128, 323585, 328500, 329572, 329261]],
];
const MEANS_C = [274687.4, 260443, 246551, 285948, 277754, 267241, 276899, 257655, 347540, 329009];

/** POST /api/v1/imports; the id of the experiment. */
export async function imported(request: APIRequestContext, body: Record<string, unknown>): Promise<string> {
  const answer = await request.post('/api/v1/imports', { data: body });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

/** Article A's table as an experiment: 17 variants, one trial each, baseline “default”, published deltas. */
export function importArticleA(request: APIRequestContext, name = 'Stepwise tuning, as published'): Promise<string> {
  return imported(request, {
    name,
    source: 'Stepwise tuning of nginx 1.24 on three hosts with 4 cores each, wrk -t4 -c100 -d60s',
    workloads: [{ name: 'keepalive', tool: 'wrk', threads: 4, connections: 100, duration_s: 60 }],
    baseline: 'default',
    runs: ARTICLE_A.map(({ variant, topology = 'proxied', settings = {}, delta, ...figures }) => ({
      variant,
      topology,
      settings,
      trials: [{ figures }],
      published: delta === undefined ? figures : { ...figures, delta },
    })),
  });
}

/** Article C's trials as a grid of workers × pin × log, five trials each, one cell missing. */
export function importArticleC(request: APIRequestContext, name = 'Pinned against unpinned, as published'): Promise<string> {
  return imported(request, {
    name,
    source: 'A loopback test of nginx on a two-socket ARM server, weighttp, five trials each',
    workloads: [{ name: 'keepalive', tool: 'weighttp', threads: 50, connections: 100, requests: 3_000_000 }],
    baseline: 'workers 16 · pin none · log off',
    factors: {
      workers: { 16: { worker_processes: '16' }, 22: { worker_processes: '22' } },
      pin: { none: {}, cores: { 'pin.load': '32-63' } },
      log: { off: { access_log: 'off' }, memory: { access_log: 'memory' }, disk: { access_log: 'disk' } },
    },
    runs: ARTICLE_C.map(([[workers, pin, log], rates], i) => ({
      topology: 'proxy_only',
      factors: { workers, pin, log },
      trials: rates.map((requests_per_s) => ({ figures: { requests_per_s } })),
      published: { requests_per_s: MEANS_C[i] },
    })),
  });
}

/** A few real outputs: wrk with percentiles twice (tuned), once (default), and one whose requests failed. */
export function importOutputs(request: APIRequestContext, name = 'Outputs of wrk'): Promise<string> {
  const cases = ['latency_flag', 'lua_json_line', 'basic_keepalive', 'non2xx_404'];
  const trials = (...texts: number[]) => texts.map((text) => ({ text, report: 0 }));
  return imported(request, {
    name,
    source: 'https://example.org/tuning-nginx',
    notes: 'From a **blog**, with four outputs.',
    workloads: [{ name: 'keepalive', tool: 'wrk', threads: 1, connections: 16, duration_s: 3 }],
    baseline: 'default',
    runs: [
      { variant: 'default', trials: trials(2) },
      { variant: 'tuned', settings: { worker_processes: '2', 'kernel scheduler': 'performance' }, trials: trials(0, 1) },
      { variant: 'broken', trials: trials(3) },
    ],
    texts: cases.map((one) => ({ name: `${one}.txt`, text: fixture('wrk', one) })),
  });
}
