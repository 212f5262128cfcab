import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

import { keepComparison } from '@/api/last-comparison';
import { drawPage } from '@/test/render';
import { delta, figure, run, samples, trial } from '@/test/run';

import { RunPage } from './run-page';

// The page is large: a busy machine needs more than a second to draw it.
vi.setConfig({ testTimeout: 30_000 });

const answers: Record<string, unknown> = {};
beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('fetch', async (request: Request) => {
    const body = answers[new URL(request.url).pathname];
    return body instanceof Response ? body.clone() : Response.json(body ?? []);
  });
  answers['/api/v1/runs/r1'] = run;
  answers['/api/v1/runs/r1/samples'] = samples;
});

const open = async (address: string) => (await drawPage(<RunPage />, '/runs/$id', address)).router;

it('answers first: figure, change, interval, verdict and what was the bottleneck', async () => {
  await open('/runs/r1');
  expect(await screen.findByText('workers 2', { selector: 'h1' })).toBeTruthy();
  const answer = screen.getByRole('region', { name: 'Answer' });
  expect(within(answer).getByRole('heading').textContent).toMatch(
    /^Requests per second 8.91k → 17.1k req\/s\+92.2%\[\+88.7 … \+95.8%\]better/,
  );
  expect(answer.textContent).toContain('Trust with care1 of 3 trials was invalid or failed.');
  const figures = screen.getByRole('table', { name: 'Figures of this run' });
  expect(within(figures).getByRole('row', { name: /Requests per second 17.1k/ })).toBeTruthy();
  const bottleneck = screen.getByRole('complementary', { name: 'What was the bottleneck' });
  expect(bottleneck.textContent).toContain(
    'Limited by the proxy’s workers. All 2 workers of the proxy were busy',
  );
  expect(bottleneck.textContent).toContain('Also the accept queue.');
  expect(screen.getByText('load → proxy → backend')).toBeTruthy();
  expect(screen.getByText('all on one machine')).toBeTruthy();
});

it('leads from each bottleneck to the chart that shows it', async () => {
  const router = await open('/runs/r1?open=bottlenecks');
  const [cpu, sockets] = await screen.findAllByRole('link', { name: 'See it' });
  expect(cpu?.getAttribute('href')).toBe('/runs/r1?open=bottlenecks%2Chosts#hosts');
  expect(sockets?.getAttribute('href')).toContain('series=sockets');
  fireEvent.click(sockets!);
  expect(await screen.findByRole('radiogroup', { name: 'Kind of reading' })).toBeTruthy();
  expect(router.state.location.hash).toBe('hosts');
});

it('shows the answer and the chart, and folds the rest', async () => {
  await open('/runs/r1');
  const headings = (await screen.findAllByRole('heading', { level: 2 })).map(
    ({ textContent }) => textContent,
  );
  expect(headings[1]).toMatch(/^Trials/);
  const folded = screen.getAllByRole('button', { expanded: false }).map(({ textContent }) => textContent);
  expect(folded).toHaveLength(headings.length - 2);
  expect(folded).toContain('Validity 1 check found something');
  expect(screen.queryByRole('table', { name: 'Trials of this run' })).toBeNull();
});

it('says what changed in CPU per request, with its verdict', async () => {
  const cpuDelta = { ...delta, change: -0.2, low: -0.25, high: -0.15, verdict: 'worse' };
  const figures = [figure('cpu_s_per_request', 0.000112, { delta: cpuDelta })];
  answers['/api/v1/runs/r1'] = { ...run, figures };
  await open('/runs/r1');
  expect(await screen.findAllByText('−20.0%')).toHaveLength(2);
  expect(screen.getByRole('row', { name: /CPU per request, proxy 112 µs −20.0% ?worse/ })).toBeTruthy();
});

it('says what memory the server took, and nothing where it is not known', async () => {
  const memoryDelta = { ...delta, change: 0.3, low: 0.25, high: 0.35, verdict: 'worse' };
  const figures = [
    figure('server_memory', 28_734_000, { delta: memoryDelta }),
    figure('server_memory_peak', 36_068_000),
  ];
  const memory = { idle_bytes: 5_492_000, socket_bytes: 40_960_000 };
  answers['/api/v1/runs/r1'] = { ...run, figures, memory };
  await open('/runs/r1');
  const row = await screen.findByRole('row', { name: /^Memory 28.7 MB/ });
  expect(row.textContent).toContain('idle 5.49 MB');
  expect(screen.getByRole('row', { name: /^Peak memory 36.1 MB/ })).toBeTruthy();
  expect(row.textContent).toContain('worse');
  expect(screen.queryByRole('row', { name: /Memory per connection/ })).toBeNull();
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
  await open('/runs/r1?open=latency');
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

it('lists what differs between its server and that of the baseline, folded', async () => {
  const differences = [{ name: '--with-cc-opt=-O2', reference: 'yes', value: '–' }];
  const pair = { role: 'proxy', reference: 'nginx-o2', server: 'nginx-o0', words: 'build against build' };
  const baseline = { ...run.baseline, builds: [{ ...pair, differences }] };
  answers['/api/v1/runs/r1'] = { ...run, baseline };
  await open('/runs/r1');
  const section = await screen.findByRole('region', { name: 'What differs between the servers' });
  expect(section.textContent).not.toContain('-O2');
  fireEvent.click(within(section).getByRole('button', { name: /What differs between the servers/ }));
  const table = await within(section).findByRole('table');
  expect(within(table).getByRole('row', { name: '--with-cc-opt=-O2 yes –' })).toBeTruthy();
});

it('joins the comparison that was looked at last', async () => {
  keepComparison({ a: ['r8'], b: ['r9', 'r7'] });
  await open('/runs/r1');
  fireEvent.click(await screen.findByRole('button', { name: 'More' }));
  const join = await screen.findByRole('menuitem', { name: 'Add to the last comparison' });
  expect(join.getAttribute('href')).toBe('/compare?a=r8&b=r9%2Cr7&c=r1&side=c');
});

it('keeps the chosen trial in the address and says why one does not count', async () => {
  const router = await open('/runs/r1?open=trial-table');
  const table = await screen.findByRole('table', { name: 'Trials of this run' });
  const invalid = within(table).getByText('31 of 51,000 requests failed');
  fireEvent.click(invalid);
  await vi.waitFor(() => expect(router.state.location.search).toMatchObject({ trial: 't2' }));
  const chart = screen.getByRole('slider', { name: 'Trial' });
  fireEvent.keyDown(chart, { key: 'End' });
  await vi.waitFor(() => expect(chart.getAttribute('aria-valuetext')).toBe('round 3: 17.0k req/s'));
  expect(router.state.location.search).toMatchObject({ trial: 't3' });
  expect(chart.querySelectorAll('circle[fill="none"]')).toHaveLength(1);
});

it('says that a short trial has too few readings for curves, and shows the exact counters', async () => {
  await open('/runs/r1#hosts');
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
  await open('/runs/r1?open=as-run');
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
  fireEvent.click(screen.getByRole('button', { name: 'More' }));
  const deletion = await screen.findByRole<HTMLButtonElement>('menuitem', { name: 'Delete' });
  expect(deletion.disabled).toBe(true);
});

it('shows what happened meanwhile in order, as text', async () => {
  await open('/runs/r1?series=nginx');
  const said = await screen.findByText('TCP: Possible SYN flooding <b>');
  const moments = [...(said.closest('ul')?.children ?? [])].map((one) => one.textContent);
  expect(moments).toEqual([
    '0 s the measured window begins',
    '1.5 s proxy-host: TCP: Possible SYN flooding <b>',
    '2 s proxy-host: a worker of the proxy ended (pid 7)',
    '3 s the measured window ends',
  ]);
});
