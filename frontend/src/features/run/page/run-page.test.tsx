import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { RunPage } from './run-page';

const delta = {
  change: 0.922,
  low: 0.887,
  high: 0.958,
  verdict: 'better',
  reason: 'p < 0.001.',
  margin: 0.011,
  n: 2,
};
const figure = (metric: string, mean: number, more: object = {}) => ({
  metric,
  mean,
  low: mean * 0.99,
  high: mean * 1.01,
  cv: 0.011,
  n: 2,
  delta: null,
  ...more,
});
const trial = (round: number, more: object = {}) => ({
  id: `t${round}`,
  run_id: 'r1',
  round,
  position: round,
  attempt: 1,
  state: 'done',
  failure: null,
  findings: [],
  figures: { requests_per_s: 17000 + round, requests: 51000, failed_requests: 0, latency_mean: 0.00595 },
  started_at: '2026-11-21T01:00:00Z',
  ended_at: '2026-11-21T01:00:03Z',
  argv: ['wrk', '-t4', '-c100'],
  tool_version: 'wrk 4.1',
  exit_code: 0,
  errors: {},
  warnings: [],
  windows: {
    h1: { seconds: 3, cores: [0.97, 0.41], own_cpu_s: { load: 1.2 }, other_cpu_s: 0.1, softirq: 0.1 },
  },
  ...more,
});
const host = (role: string) => ({
  role,
  host: role,
  host_id: 'h1',
  address: '127.0.0.1',
  machine: 'm',
  cpus: 2,
});
const run = {
  id: 'r1',
  position: 1,
  name: 'workers 2',
  variant: 'workers 2',
  parent: null,
  knobs: {},
  factors: null,
  topology: 'proxied',
  workload: {
    name: 'w',
    tool: 'wrk',
    threads: 4,
    connections: 100,
    duration_s: 3,
    keepalive: true,
    path: '/',
  },
  is_baseline: false,
  is_control: false,
  state: 'ready',
  failure: null,
  trials_done: 2,
  trials_invalid: 1,
  trials_failed: 0,
  experiment: { id: 'e1', name: 'Stepwise' },
  experiment_state: 'finished',
  testbed: 'local',
  rules: [
    {
      code: 'failed_requests',
      level: 'invalid',
      title: 'Failed requests',
      sentence: 'No more requests fail than allowed.',
      limit: '0',
      why: 'Counted as throughput it makes a broken server look fast.',
    },
  ],
  figures: [figure('requests_per_s', 17100, { delta }), figure('latency_mean', 0.00595)],
  trials: [
    trial(1),
    trial(2, {
      state: 'invalid',
      findings: [
        {
          code: 'failed_requests',
          level: 'invalid',
          message: '31 of 51,000 requests failed',
          value: 31,
          threshold: 0,
        },
      ],
    }),
    trial(3),
  ],
  percentiles: { latency_p50: 0.004, latency_p99: 0.0142 },
  baseline: {
    run_id: 'r0',
    name: 'default',
    percentiles: { latency_p50: 0.008 },
    conf: 'worker_processes 1;\n',
  },
  setups: [],
  applied: {},
  conf: 'worker_processes 2;\n',
  probe: null,
  hosts: ['load', 'proxy', 'backend'].map(host),
  facts: { load: { cpus: 2 } },
  cpu_per_request: { proxy: 0.000112, load: 0.000041 },
  bottlenecks: [
    {
      code: 'all_workers',
      title: 'the proxy’s workers',
      role: 'proxy',
      host: 'proxy-1',
      sentence: 'All 2 workers of the proxy were busy 97% of the time.',
      advice: 'give it more CPUs',
      chart: 'cpu',
    },
    {
      code: 'accept_queue',
      title: 'the accept queue',
      role: 'proxy',
      host: 'proxy-1',
      sentence: 'The accept queue of the proxy overflowed 12 times a trial.',
      advice: 'a longer queue',
      chart: 'sockets',
    },
  ],
};
const samples = {
  trial_id: 't1',
  round: 1,
  window: [0, 3],
  hosts: [],
  events: [
    { at: 1.5, host: 'proxy-host', text: 'TCP: Possible SYN flooding <b>', kind: 'kernel' },
    { at: 2, host: 'proxy-host', text: 'a worker of the proxy ended (pid 7)', kind: 'worker' },
  ],
};

// The page is large: a busy machine needs more than a second to draw it.
vi.setConfig({ testTimeout: 30_000 });

const answers: Record<string, unknown> = {};
beforeEach(() => {
  vi.stubGlobal(
    'EventSource',
    class {
      addEventListener() {}
      close() {}
    },
  );
  vi.stubGlobal('fetch', async (request: Request) => {
    const body = answers[new URL(request.url).pathname];
    return body instanceof Response ? body.clone() : Response.json(body ?? []);
  });
  answers['/api/v1/runs/r1'] = run;
  answers['/api/v1/runs/r1/samples'] = samples;
});
afterEach(() => vi.unstubAllGlobals());

async function open(address: string) {
  const root = createRootRoute();
  const page = createRoute({ getParentRoute: () => root, path: '/runs/$id', component: RunPage });
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  await router.load();
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return router;
}

it('answers first: figure, change, interval, verdict and what was the bottleneck', async () => {
  await open('/runs/r1');
  expect(await screen.findByText('workers 2', { selector: 'h1' })).toBeTruthy();
  expect(screen.getByText('17.1k')).toBeTruthy();
  expect(screen.getByText('+92.2%')).toBeTruthy();
  expect(screen.getByText('[+88.7 … +95.8%]')).toBeTruthy();
  expect(screen.getByText('better')).toBeTruthy();
  const bottleneck = screen.getByRole('complementary', { name: 'What was the bottleneck' });
  expect(bottleneck.textContent).toContain(
    'Limited by the proxy’s workers. All 2 workers of the proxy were busy',
  );
  expect(bottleneck.textContent).toContain('Also the accept queue.');
  const [cpu, sockets] = within(bottleneck).getAllByRole('link', { name: 'See it' });
  expect(cpu?.getAttribute('href')).toBe('/runs/r1#hosts');
  expect(sockets?.getAttribute('href')).toBe('/runs/r1?series=sockets#hosts');
  expect(screen.getByText('load → proxy → backend')).toBeTruthy();
  expect(screen.getByText('all on one machine')).toBeTruthy();
});

it('says what changed in CPU per request, with its verdict', async () => {
  const cpuDelta = { ...delta, change: -0.2, low: -0.25, high: -0.15, verdict: 'worse' };
  const figures = [figure('cpu_s_per_request', 0.000112, { delta: cpuDelta })];
  answers['/api/v1/runs/r1'] = { ...run, figures };
  await open('/runs/r1');
  expect(await screen.findByText('−20.0%')).toBeTruthy();
  expect(screen.getByText('worse')).toBeTruthy();
});

it('tells how the figures of its load tool are to be read', async () => {
  answers['/api/v1/tools'] = [
    {
      name: 'wrk',
      label: 'wrk',
      http: 'HTTP/1.1',
      percentiles: '50 and 99, corrected',
      figures: ['Closed-loop: `keepalive` or not.'],
      notes: [],
    },
  ];
  await open('/runs/r1');
  fireEvent.click(await screen.findByRole('button', { name: 'About these figures' }));
  const about = await screen.findByRole('dialog', { name: 'About these figures' });
  expect(about.textContent).toContain('Measured by wrk 4.1');
  expect(about.textContent).toContain('50 and 99, corrected');
  expect(about.textContent).toContain('Closed-loop: keepalive or not.');
});

it('links to the comparison with the baseline and to a clone', async () => {
  await open('/runs/r1');
  const compare = await screen.findByRole('link', { name: 'Compare with baseline' });
  const query = new URL(compare.getAttribute('href') ?? '', 'http://x').searchParams;
  expect([query.get('a'), query.get('b')]).toEqual(['r0', 'r1']);
  expect(screen.getByRole('link', { name: 'Clone and change' }).getAttribute('href')).toContain('from=e1');
});

it('keeps the chosen trial in the address and says why one does not count', async () => {
  const router = await open('/runs/r1');
  const table = await screen.findByRole('table', { name: 'Trials of this run' });
  const invalid = within(table).getByText('31 of 51,000 requests failed');
  fireEvent.click(invalid);
  await vi.waitFor(() => expect(router.state.location.search).toMatchObject({ trial: 't2' }));
});

it('says that a short trial has too few readings for curves, and shows the exact counters', async () => {
  await open('/runs/r1');
  expect(await screen.findByText(/too short for charts/)).toBeTruthy();
  expect(screen.getByText(/it is shown once/)).toBeTruthy();
  expect(screen.getByRole('img', { name: 'CPU 0: 97% busy' })).toBeTruthy();
});

it('names the experiment of a deleted run', async () => {
  answers['/api/v1/runs/r1'] = Response.json(
    {
      title: 'Deleted',
      detail: 'The run “a” of the experiment “Stepwise” (1rrzqqj00q2p1c) was deleted on 2026-11-21',
    },
    { status: 410 },
  );
  await open('/runs/r1');
  expect(await screen.findByRole('heading', { name: 'This run was deleted' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open its experiment' }).getAttribute('href')).toBe(
    '/experiments/1rrzqqj00q2p1c',
  );
});

it('shows the reason and the log of a run that could not be set up', async () => {
  answers['/api/v1/runs/r1'] = {
    ...run,
    figures: [],
    trials: [],
    state: 'failed',
    bottlenecks: [],
    failure: {
      code: 'nginx_test',
      message: 'nginx refused its configuration',
      host: 'proxy',
      log: 'unknown directive',
    },
  };
  await open('/runs/r1');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('nginx refused its configuration — on proxy');
  expect(alert.textContent).toContain('unknown directive');
});

it('shows what hosts were changed to, and the limits that were read back', async () => {
  const setting = { kind: 'sysctl', name: 'net.core.somaxconn', value: '65535' };
  answers['/api/v1/runs/r1'] = {
    ...run,
    applied: { proxy: [{ setting, before: '4096', now: '65535' }] },
    setups: [
      {
        key: 'p',
        role: 'proxy',
        host: 'proxy-1',
        version: 'nginx/1.22.1',
        argv: [['nginx']],
        effective: { nofile: '8192', nice: '-5' },
      },
    ],
  };
  await open('/runs/r1');
  const table = await screen.findByRole('table', { name: 'Settings of the hosts' });
  expect(within(table).getByText('net.core.somaxconn')).toBeTruthy();
  expect(within(table).getByText('4096')).toBeTruthy();
  expect(within(table).getByText('65535')).toBeTruthy();
  expect(screen.getByText(/at most 8192 open files, nice -5/)).toBeTruthy();
});

it('says what a running run is doing', async () => {
  answers['/api/v1/runs/r1'] = {
    ...run,
    experiment_state: 'running',
    trials: [trial(1), trial(2, { state: 'measuring', figures: {} })],
  };
  await open('/runs/r1');
  expect(await screen.findByText('Measuring its trial of round 2.')).toBeTruthy();
  expect(screen.getByText(/1 of 2 trials done/)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Delete' }).disabled).toBe(true);
});

it('shows what happened meanwhile in order, as text', async () => {
  await open('/runs/r1');
  const said = await screen.findByText('TCP: Possible SYN flooding <b>');
  const moments = [...(said.closest('ul')?.children ?? [])].map((one) => one.textContent);
  expect(moments).toEqual([
    '0 s the measured window begins',
    '1.5 s proxy-host: TCP: Possible SYN flooding <b>',
    '2 s proxy-host: a worker of the proxy ended (pid 7)',
    '3 s the measured window ends',
  ]);
});
