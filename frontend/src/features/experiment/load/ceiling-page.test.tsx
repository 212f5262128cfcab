import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import type { CeilingRun, Experiment, Trial } from '@/api/types';
import { drawPage } from '@/test/render';
import { experiment, run, trial } from '@/test/samples/experiment';

import { ExperimentPage } from '../page/experiment-page';

import { sweepOf, sweepSeries } from './sweep';

const ID = 'x7k2m9';

async function open(found: Experiment, trials: Trial[] = [], address = '') {
  const answers: Record<string, unknown> = {
    [`/api/v1/experiments/${ID}`]: found,
    [`/api/v1/experiments/${ID}/trials`]: trials,
  };
  vi.stubGlobal('fetch', async (request: Request) =>
    Response.json(answers[new URL(request.url).pathname] ?? []),
  );
  return drawPage(<ExperimentPage />, '/experiments/$id', `/experiments/${ID}${address}`);
}

type Probe = CeilingRun['probes'][number];

const probe = (number: number, connections: number, clean: boolean | null, changes = {}): Probe => ({
  trial_id: `t${number}`,
  number,
  attempt: 1,
  connections,
  state: clean === null ? 'measuring' : clean ? 'done' : 'invalid',
  clean,
  repeat: false,
  suspect: false,
  requests_per_s: clean === null ? null : 12_000,
  latency_p99: 0.02,
  requests: 24_000,
  failed_requests: clean ? 0 : 120,
  reason: clean === false ? '120 of 24,000 requests failed' : null,
  ...changes,
});

const searchResult = (id: string, changes: Partial<CeilingRun> = {}): CeilingRun => ({
  run_id: id,
  name: id,
  state: 'found',
  clean: 1888,
  failing: 1904,
  unsteady: false,
  of: 'connections',
  sentence: 'largest clean: 1,888 connections (fails at 1,904)',
  change: null,
  requests_per_s: 15_597,
  latency_p99: 0.12,
  published: null,
  most_left: 0,
  probes: [probe(1, 1888, true), probe(2, 1904, false), probe(3, 1888, true, { repeat: true })],
  ...changes,
});

const search = (runs: CeilingRun[], changes: Partial<Experiment> = {}) =>
  experiment({
    kind: 'ceiling',
    ceiling: { of: 'connections', limit: '', first: 64, to: 4096, resolution: 16, confirm: true, runs },
    run_list: runs.map(({ run_id }) => run(run_id, { workload: { ...run('x').workload, connections: 64 } })),
    factors: {},
    ...changes,
  });

it('says last passing and first failing, their probes, and why they failed', async () => {
  await open(search([searchResult('default', { published: 1897 })]));
  const table = await screen.findByRole('table', { name: 'Results of the search' });
  expect(within(table).getByText('1 897')).toBeTruthy();
  expect(within(table).getByText('15.6k')).toBeTruthy();
  expect(screen.queryByText('Change against baseline')).toBeNull();
  const probes = screen.getByRole('table', { name: 'Probes of default' });
  expect(
    within(probes)
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .map((cell) => cell.textContent?.replace(/\s/g, ' ')),
      ),
  ).toEqual([
    ['1', '1 888', '● clean', '12.0k', '20.0 ms', '0', ''],
    ['2', '1 904', '× fails', '12.0k', '20.0 ms', '120', '120 of 24,000 requests failed'],
    ['3', '1 888', '● clean again', '12.0k', '20.0 ms', '0', ''],
  ]);
  expect(screen.getByText(/from 64 to 4 096 connections/)).toBeTruthy();
});

it('shows the probes of the row that is chosen, by keyboard too, and keeps it in the address', async () => {
  const { router } = await open(search([searchResult('default'), searchResult('tuned', { change: 0.5 })]));
  const rows = await screen.findByRole('list', { name: /Probes by load/ });
  const [first, second] = within(rows).getAllByRole('button');
  first!.focus();
  fireEvent.keyDown(first!, { key: 'ArrowDown' });
  expect(document.activeElement).toBe(second);
  fireEvent.click(second!);
  await screen.findByRole('table', { name: 'Probes of tuned' });
  await waitFor(() => expect(router.state.location.search).toMatchObject({ run: 'tuned' }));
  expect(screen.getByText('+50.0%')).toBeTruthy();
});

it('says what is known while it runs', async () => {
  const state = { state: 'searching' as const, failing: null, most_left: 9 };
  const running = searchResult('default', {
    ...state,
    clean: 512,
    sentence: 'clean up to 512 connections so far',
    probes: [probe(1, 512, true), probe(2, 1024, null)],
  });
  const progress = {
    done: 1,
    total: 10,
    round: 2,
    rounds: 10,
    step: 'measuring default (1,024 connections, probe 2 of at most 10)',
    seconds_left: 20,
    current_trial_id: 't2',
    current_run_id: 'default',
  };
  await open(search([running], { state: 'running', finished_at: null, progress }));
  expect(await screen.findByText('measuring')).toBeTruthy();
  expect(screen.getByText('no failure yet')).toBeTruthy();
  expect(screen.getByText(/probe 2 of at most 10$/)).toBeTruthy();
});

it('does not draw a curve before the first answer', async () => {
  const none = { state: 'waiting' as const, clean: null, failing: null, requests_per_s: null };
  await open(search([searchResult('default', { ...none, sentence: 'no probe yet so far', probes: [] })]));
  expect(await screen.findByText('The curve starts with the first probe.')).toBeTruthy();
});

// ---- sweeps ----

const at = (connections: number, variant: string, rateThere: number | undefined) =>
  run(`${variant}${connections}`, {
    variant,
    workload: { ...run('x').workload, name: `${connections} connections`, connections },
    means: rateThere === undefined ? {} : { requests_per_s: rateThere },
  });
const sweep = [at(50, 'a', 900), at(100, 'a', 1000), at(50, 'b', 800), at(100, 'b', undefined)];
const trials = [
  trial('1', { run_id: 'a50', figures: { requests_per_s: 900, failed_requests: 0 } }),
  trial('2', {
    run_id: 'b100',
    state: 'invalid',
    figures: { requests_per_s: 500, failed_requests: 40 },
    findings: [{ code: 'failed_requests', level: 'invalid', message: '40 requests failed' }],
  }),
];

it('takes workloads that differ only in their connections for a sweep', () => {
  expect(sweepOf({ run_list: sweep })).toMatchObject({
    field: 'connections',
    loads: [50, 100],
    variants: ['a', 'b'],
  });
  expect(sweepOf({ run_list: sweep.slice(0, 1) })).toBeNull();
  const other = { ...sweep[1]!, workload: { ...sweep[1]!.workload, keepalive: false } };
  expect(sweepOf({ run_list: [sweep[0]!, other] })).toBeNull();
});

it('takes workloads that differ only in their rate for a sweep of the rate', () => {
  const rates = [1000, 500].map((rate) => ({
    ...sweep[0]!,
    id: `r${rate}`,
    workload: { ...sweep[0]!.workload, name: `${rate} a second`, rate },
  }));
  expect(sweepOf({ run_list: rates })).toMatchObject({ field: 'rate', loads: [500, 1000] });
});

it('keeps what failed out of the line, and shows it', () => {
  const found = sweepOf({ run_list: sweep })!;
  const [, b] = sweepSeries({ run_list: sweep }, found, trials, 'requests_per_s');
  expect(b?.points[1]).toEqual({
    load: 100,
    value: null,
    half: undefined,
    dots: [{ value: 500, invalid: '40 requests failed' }],
  });
  const [, failures] = sweepSeries({ run_list: sweep }, found, trials, 'failed_requests');
  expect(failures?.points[1]?.value).toBe(40);
});

it('draws the sweep above the deltas, with its figures in a table', async () => {
  await open(experiment({ run_list: sweep, factors: {} }), trials);
  const table = await screen.findByRole('table', { name: 'Means of the sweep' });
  expect(within(table).getAllByRole('row')).toHaveLength(5);
  expect(within(table).getByText('1.00k req/s')).toBeTruthy();
  expect(await screen.findByText(/Hollow: a trial that is not valid/)).toBeTruthy();
});
