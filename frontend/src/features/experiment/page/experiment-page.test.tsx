import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

import type { Experiment } from '@/api/types';
import { drawPage } from '@/test/render';
import {
  baseline,
  delta,
  deltas,
  effects,
  experiment,
  pinnedRun,
  run,
  trial,
} from '@/test/samples/experiment';

import { ExperimentPage } from './experiment-page';

const ID = 'x7k2m9';
let answers: Record<string, unknown>;
const asked: string[] = [];

beforeEach(() => {
  answers = {
    [`/api/v1/experiments/${ID}/trials`]: [trial('t1')],
    [`/api/v1/experiments/${ID}/main-effects`]: effects(),
    '/api/v1/compare': Response.json({ title: 'Nothing to compare' }, { status: 422 }),
  };
  asked.length = 0;
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname, searchParams } = new URL(request.url);
    asked.push(`${request.method} ${pathname}`);
    const body = answers[`${request.method} ${pathname}`] ?? answers[pathname];
    if (typeof body === 'function')
      return Response.json((body as (q: URLSearchParams) => unknown)(searchParams));
    return body instanceof Response ? body.clone() : Response.json(body ?? []);
  });
});

async function open(found: Experiment | Response, address = '', found_deltas = deltas) {
  answers[`/api/v1/experiments/${ID}`] = found;
  answers[`/api/v1/experiments/${ID}/deltas`] ??= found_deltas;
  const { router } = await drawPage(<ExperimentPage />, '/experiments/$id', `/experiments/${ID}${address}`);
  return router;
}

const ALL_OPEN = '?open=deltas,noise,method,accounting,retest';
const choose = (label: string, value: string) =>
  fireEvent.change(screen.getByRole('combobox', { name: label }), { target: { value } });

it('sums a finished experiment up: control, bars, table', async () => {
  await open(experiment(), ALL_OPEN);
  expect((await screen.findAllByText('+26.7%')).length).toBeGreaterThan(0);
  expect(screen.getByText('95% interval −6.0 … +3.0%')).toBeTruthy();
  expect(screen.getByText(/What matters here: ±1\.0%/)).toBeTruthy();
  expect(screen.getByText(/One bar is not settled/)).toBeTruthy();
  expect(screen.getByText(/wrk in place of weighttp/)).toBeTruthy();
  const table = await screen.findByRole('table', { name: 'Runs' });
  expect(within(table).getAllByRole('row')[1]?.textContent).toContain('baseline');
  const row = within(table).getByRole('link', { name: 'workers 22 · cores · log off' });
  expect(row.getAttribute('href')).toBe('/runs/pinned');
});

const headline = {
  run_id: 'p2',
  name: 'p2',
  metric: 'latency_p99',
  workload: 'closing',
  delta: null,
  settled: true,
  sentence: 'p2 halves p99 latency under “closing”: 12.0 → 5.00 ms (−58.3% [−59.2, −57.1]).',
  lead: ['p2 halves p99 latency under “closing”: 12.0 → 5.00 ms (−58.3% [−59.2, −57.1]).'],
  settle: '',
  question: '',
  opening: '',
  trust_words: '',
};

it('gives verdicts no colour where the answer is not trustworthy', async () => {
  const trust = { level: 'red' as const, label: 'Not trustworthy', reasons: [] };
  const untrusted = { ...headline, run_id: 'pinned', metric: 'requests_per_s', workload: null, trust };
  await open(experiment({ headline: untrusted }), ALL_OPEN);
  const note = await screen.findByText(/Grey: no verdict can be trusted/);
  expect(note.closest('[data-untrusted="true"]')).toBeTruthy();
});

it('counts the lines of raw nginx text, and shows what differs from the baseline’s', async () => {
  const before = { ...baseline, knobs: { 'nginx.http_extra': 'gzip_vary on;\n' } };
  const raw = run('raw', { variant: 'raw', knobs: { 'nginx.http_extra': 'gzip_vary on;\nexpires 1h;\n' } });
  await open(experiment({ run_list: [before, raw] }), '?view=figures');
  fireEvent.click(await screen.findByRole('button', { name: 'raw text (2 lines)' }));
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByText('expires 1h;')).toBeTruthy();
  expect(dialog.textContent).toContain('nginx.http_extra against the baseline');
});

it('opens a run by a click on its row, whatever scrolls around the table', async () => {
  const router = await open(experiment());
  const table = await screen.findByRole('table', { name: 'Runs' });
  table.parentElement!.tabIndex = 0; // as the scroll area has in a browser
  fireEvent.click(within(table).getAllByRole('row')[1]!.lastElementChild!);
  await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/runs\//));
});

it('says which host an experiment left changed', async () => {
  const { hosts } = experiment();
  const left = { setting: { kind: 'sysctl', name: 'net.core.somaxconn', value: '1' }, before: '', now: '' };
  answers['/api/v1/hosts'] = [
    { id: hosts[0]?.host_id, name: 'proxy-1', condition: 'needs_restore', unrestored_settings: [left] },
    { id: 'elsewhere', name: 'other', condition: 'needs_restore', unrestored_settings: [left] },
  ];
  await open(experiment({ state: 'cancelled' }));
  expect(await screen.findByText(/net.core.somaxconn could not be restored/)).toBeTruthy();
  expect(screen.queryByText('other')).toBeNull();
  expect(screen.queryByText(/Every host was put back/)).toBeNull();
});

it('keeps metric, view and order in the address', async () => {
  const router = await open(experiment(), '?view=trials');
  expect(await screen.findByRole('region', { name: /every trial by round/ })).toBeTruthy();
  fireEvent.change(screen.getAllByRole('combobox', { name: 'Metric' })[0]!, {
    target: { value: 'latency_p99' },
  });
  await waitFor(() =>
    expect(router.state.location.search).toMatchObject({ metric: 'latency_p99', view: 'trials' }),
  );
  choose('View of the runs', 'figures');
  fireEvent.click(await screen.findByRole('button', { name: 'spread' }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ sort: '-spread' }));
});

it('opens on the workload and metric of its headline, and the figures follow the metric chosen', async () => {
  const at = { ...baseline.workload, name: 'closing' };
  const list = [
    baseline,
    pinnedRun,
    run('b2', { workload: at, is_baseline: true }),
    run('p2', { workload: at, variant: 'p2' }),
  ];
  const halved = delta('p2', { change: -0.583, low: -0.592, high: -0.571, is_best: true });
  answers[`/api/v1/experiments/${ID}/deltas`] = (query: URLSearchParams) =>
    query.get('metric') === 'latency_p99'
      ? [halved]
      : [delta('p2', { change: 2.29, low: 1.31, high: 3.68, is_best: true })];
  const router = await open(experiment({ headline, factors: {}, run_list: list }));
  expect(await screen.findByRole('heading', { level: 2, name: headline.sentence })).toBeTruthy();
  expect((await screen.findAllByText('−58.3%')).length).toBeGreaterThan(0);
  expect((screen.getByRole('radio', { name: 'closing' }) as HTMLInputElement).checked).toBe(true);
  choose('Metric', 'requests_per_s');
  expect((await screen.findAllByText('+229%')).length).toBeGreaterThan(0);
  expect(router.state.location.search).toEqual({ metric: 'requests_per_s' });
});

it('says beside a word why it is not what the interval seems to say, and what is suspect', async () => {
  const found = [
    delta('pinned', {
      change: 0.004,
      low: 0.002,
      high: 0.006,
      verdict: 'same',
      because: 'smaller than what matters here, ±1%',
      suspect: true,
      suspect_because: 'chrome used 12% of the CPU on s2500',
    }),
  ];
  const findings = [
    { code: 'other_cpu', level: 'suspect' as const, message: 'chrome used 12% of the CPU', value: 0.12 },
  ];
  answers[`/api/v1/experiments/${ID}/trials`] = [trial('t1', { findings })];
  await open(experiment(), `${ALL_OPEN}&view=figures`, found);
  const table = await screen.findByRole('table', { name: 'Runs' });
  expect(within(table).getByText('smaller than what matters here, ±1%')).toBeTruthy();
  expect(within(table).getByText('suspect')).toBeTruthy();
  expect(await screen.findByText(/suspect: chrome used 12% of the CPU. They count./)).toBeTruthy();
});

const progress = {
  done: 7,
  total: 25,
  round: 2,
  rounds: 5,
  step: 'measuring workers 22 (round 2 of 5)',
  seconds_left: 81.4,
  current_trial_id: 't1',
  current_run_id: 'pinned',
};

it('shows progress, what happens on each host, and asks before it cancels', async () => {
  const running = experiment({ state: 'running', progress });
  answers[`POST /api/v1/experiments/${ID}/cancel`] = { ...running, state: 'cancelling' };
  answers[`/api/v1/experiments/${ID}/trials`] = [trial('t1', { state: 'measuring', figures: {} })];
  await open(running);
  expect(await screen.findByText(/measuring workers 22 \(round 2 of 5\)/)).toBeTruthy();
  expect(screen.getByRole('progressbar', { name: 'Trials done' }).getAttribute('aria-valuenow')).toBe('7');
  expect(screen.getByText('about 1 min 22 s left')).toBeTruthy();
  expect(await screen.findByText(/wrk measures/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(asked).not.toContain(`POST /api/v1/experiments/${ID}/cancel`);
  answers[`/api/v1/experiments/${ID}`] = { ...running, state: 'cancelling' };
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel the experiment' }));
  expect(await screen.findByRole('button', { name: 'Cancelling…' })).toBeTruthy();
});

it('says behind what it waits', async () => {
  const fresh = [baseline, pinnedRun].map((one) => ({ ...one, trials_done: 0, means: {}, cv: {} }));
  const queued = experiment({
    state: 'queued',
    queue_behind: [{ id: 'e0', name: 'Stepwise' }],
    run_list: fresh,
    started_at: null,
  });
  await open(queued, '', []);
  expect((await screen.findByRole('link', { name: 'Stepwise' })).getAttribute('href')).toBe(
    '/experiments/e0',
  );
  expect(await screen.findByText('The first bars come with the first round')).toBeTruthy();
});

it('says which other dashboard holds its hosts', async () => {
  const base = experiment({ state: 'queued', started_at: null });
  const step = 'waiting behind another dashboard at http://192.0.2.7:8080 for proxy';
  await open({ ...base, progress: { ...progress, step } }, '', []);
  expect(await screen.findByText(/^Waiting behind another dashboard at http:.* for proxy/)).toBeTruthy();
});

const failedHeadline = (kind: string, label: string) =>
  ({
    sentence: 'Failed.',
    lead: ['Failed.'],
    settle: '',
    opening: '',
    next_step: { kind, label, sentence: 'Do this.' },
  }) as unknown as NonNullable<Experiment['headline']>;

it('offers to launch again what failed before its first trial, and shows no empty figures', async () => {
  const failure = { code: 'host_offline', message: 'proxy has been offline for 60 s', log: '' };
  const none = [baseline, pinnedRun].map((one) => ({ ...one, trials_done: 0, trials_invalid: 0, means: {} }));
  const headline = failedHeadline('measure_again', 'Launch again');
  const router = await open(experiment({ state: 'failed', failure, run_list: none, headline }));
  const button = await screen.findByRole('button', { name: 'Launch again' });
  expect(screen.queryByText(/Every check passed/)).toBeNull();
  expect(screen.queryByRole('region', { name: /Runs|Change against baseline/ })).toBeNull();
  fireEvent.click(button);
  await waitFor(() => expect(router.state.location.search).toEqual({ reproduce: '1' }));
});

it('does not offer to launch again what would fail in the same way, and says the reason once', async () => {
  const why = { code: 'nginx_test', message: 'unknown directive “x”', log: '' };
  const failure = { ...why, code: 'no_candidate', message: 'nothing is left: pinned: unknown directive “x”' };
  const headline = failedHeadline('change', 'Change and measure');
  const run_list = [baseline, { ...pinnedRun, state: 'failed' as const, failure: why, trials_done: 0 }];
  await open(experiment({ state: 'failed', failure, run_list, headline }));
  await screen.findByRole('link', { name: 'Change and measure' });
  expect(screen.queryByText('Launch again')).toBeNull();
  const alerts = screen.getAllByRole('alert').map((alert) => alert.textContent ?? '');
  expect(alerts.join(' ').match(/unknown directive “x”/gi)).toHaveLength(1);
});

it('holds nothing against an original that measured nothing', async () => {
  const source = experiment({ id: 'orig', state: 'failed', run_list: [{ ...baseline, trials_done: 0 }] });
  answers['/api/v1/experiments/orig'] = source;
  const derived = { how: 'reproduce' as const, experiment: { id: 'orig', name: 'First' } };
  await open(experiment({ derived }));
  await waitFor(() => expect(asked).toContain('GET /api/v1/experiments/orig'));
  expect(await screen.findByRole('region', { name: /^Runs/ })).toBeTruthy();
  expect(screen.queryByText('The original and this one')).toBeNull();
});

it('says why it failed, where, and with the end of the log', async () => {
  const failure = {
    code: 'agent_lost',
    message: 'The proxy stopped answering.',
    host: 'proxy-1',
    log: 'nginx: [emerg]',
  };
  await open(experiment({ state: 'failed', failure }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The proxy stopped answering. agent_lost on proxy-1');
  expect(alert.textContent).toContain('nginx: [emerg]');
  expect(alert.textContent).toContain('25 valid trials');
});

it('says in the noise card that the control came out different', async () => {
  const alarm = 'The control, a second copy of the baseline, came out worse (−9.0%).';
  await open(experiment(), ALL_OPEN, [delta('control', { verdict: 'worse', control_alarm: alarm })]);
  expect(await screen.findByText(/it should not differ, so nothing has a verdict/)).toBeTruthy();
});

it('says by which rules its verdicts are, and what changed since it was launched', async () => {
  const note = 'It was launched under rules 1, which its verdicts follow. What changed since: sizes.';
  await open(experiment({ rules: { version: 1, launch: 1, today: 2, note } }), ALL_OPEN);
  await screen.findByText(/follow rules 1\. It was launched under rules 1, which its verdicts follow/);
});

it('says which run left work behind', async () => {
  await open(experiment({ carried_over: 'Trials right after “pinned” had 5.0% fewer requests per second.' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Trials right after “pinned”');
});

it('keeps what a cancelled experiment measured', async () => {
  await open(experiment({ state: 'cancelled' }));
  expect(await screen.findByText(/What was measured until then is kept: 25 valid trials/)).toBeTruthy();
  expect(await screen.findByRole('table', { name: 'Runs' })).toBeTruthy();
});

it('says “one trial” where there is no interval', async () => {
  const single = delta('pinned', {
    is_best: true,
    low: null,
    high: null,
    p: null,
    verdict: 'unclear',
    n: 1,
    method: 'single',
    reason: 'One trial: the change alone, without an interval.',
  });
  await open(experiment({ rounds: 1, factors: {}, run_list: [baseline, pinnedRun] }), ALL_OPEN, [single]);
  expect(await screen.findByText(/One round gives no interval/)).toBeTruthy();
  expect(screen.getByText('not measured')).toBeTruthy();
});

it('explains a metric that is zero everywhere, and one that the tool does not give', async () => {
  const zero = [baseline, pinnedRun].map((one) => ({ ...one, means: { ...one.means, failed_requests: 0 } }));
  answers[`/api/v1/experiments/${ID}/deltas`] = (query: URLSearchParams) =>
    query.get('metric') === 'latency_p99'
      ? [delta('pinned', { change: null, low: null, high: null, n: 0 })]
      : deltas;
  await open(experiment({ run_list: zero, tool: 'ab' }), `${ALL_OPEN}&metric=failed_requests`);
  expect(await screen.findByText('No failed requests')).toBeTruthy();
  choose('Metric', 'latency_p99');
  expect(await screen.findByText('No p99 latency here')).toBeTruthy();
});

it('stays whole when a run or the baseline was deleted', async () => {
  const gone = { ...baseline, deleted: true };
  const none = [delta('pinned', { change: null, low: null, high: null, n: 0, verdict: 'unclear' })];
  await open(
    experiment({ factors: {}, run_list: [gone, pinnedRun, run('other', { deleted: true })] }),
    '',
    none,
  );
  expect(await screen.findByText('The baseline was deleted')).toBeTruthy();
  expect((await screen.findAllByText('deleted')).length).toBe(2);
});

it('deletes only when asked twice, and says why when it cannot', async () => {
  answers[`DELETE /api/v1/experiments/${ID}`] = Response.json(
    { title: 'Conflict', detail: 'it is held by a comparison' },
    { status: 409 },
  );
  const router = await open(experiment());
  fireEvent.click(await screen.findByRole('button', { name: 'More' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Delete the experiment' }));
  expect(await screen.findByText('it is held by a comparison')).toBeTruthy();
  answers[`DELETE /api/v1/experiments/${ID}`] = new Response(null, { status: 204 });
  fireEvent.click(screen.getByRole('button', { name: 'Delete the experiment' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/experiments'));
});

it('says so when there is no such experiment', async () => {
  await open(Response.json({ title: 'Not found', detail: 'There is no experiment' }, { status: 404 }));
  expect(await screen.findByText('There is no experiment at this address')).toBeTruthy();
});
