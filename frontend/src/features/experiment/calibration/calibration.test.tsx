import { screen, within, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';

import type { Calibration, Experiment } from '@/api/types';
import { drawPage } from '@/test/render';
import { experiment, run } from '@/test/samples/experiment';

import { ExperimentPage } from '../page/experiment-page';

const ID = 'x7k2m9';
afterEach(() => {
  noiseIsKnown = Promise.resolve();
});

const found: Calibration = {
  rounds: 20,
  rounds_planned: 20,
  trials: 120,
  left_out: 0,
  length_s: 5,
  between: 0.012,
  between_range: [0.006, 0.017],
  within: 0.023,
  within_range: [0.02, 0.027],
  starts: 60,
  sentence: 'Starts of a server differ by 1.2% (0.6% to 1.7%), trials of one start by 2.3% (2% to 2.7%).',
  cautions: [],
  lengths: [
    { seconds: 1, within: 0.04, measured: false, rounds: 80, total_s: 400 },
    { seconds: 5, within: 0.023, measured: true, rounds: 33, total_s: 610 },
  ],
  equals: {
    called: 0,
    candidates: 5,
    pairs_called: 1,
    pairs: 15,
    pairs_expected: 0.75,
    called_pairs: [],
    sentence: 'None of 5 equal runs was called different from the first.',
  },
  needs: [
    {
      effect: 0.01,
      min_effect: 0.005,
      rounds: null,
      seconds: null,
      decided_rounds: 39,
      decided_seconds: 700,
      chance: 0.1,
    },
    {
      effect: 0.02,
      min_effect: 0.01,
      rounds: 33,
      seconds: 610,
      decided_rounds: 25,
      decided_seconds: 450,
      chance: 0.8,
    },
  ],
  disturbances: [
    {
      kind: 'process',
      machine: 'proxy',
      name: 'backup',
      trials: 2,
      share: 0.4,
      change: -0.18,
      p: 0.001,
      period_s: 120,
      sentence: 'backup on proxy: 40% of the CPU in 2 trials, about every 2 min, which were 18% slower.',
    },
  ],
  far: [
    { trial_id: 't2', run: 'equal 2', round: 1, at_s: 6, change: -0.2, sentence: '−20.0% beside backup' },
  ],
  timeline: {
    at_s: [0, 6, 12],
    change: [0.01, -0.2, 0],
    trial_ids: ['t1', 't2', 't3'],
    runs: ['equal 1', 'equal 2', 'equal 3'],
    rounds: [1, 1, 1],
    far: [false, true, false],
    machines: [
      {
        machine: 'proxy',
        others: [0, 0.4, 0],
        steal: [0, 0, 0],
        interrupts: [0.1, 0.1, 0.1],
        interrupts_per_s: [9, 9, 9],
      },
    ],
  },
  todo: ['Stop backup while measuring, or keep it off the measured CPUs.'],
};

let asked: string[] = [];
let noiseIsKnown = Promise.resolve();

async function open(changes: Partial<Calibration> = {}, of: Partial<Experiment> = {}) {
  const runs = ['equal 1', 'equal 2', 'equal 3'].map((name, n) => run(name, { is_baseline: n === 0 }));
  const answers: Record<string, unknown> = {
    [`/api/v1/experiments/${ID}`]: experiment({ is_calibration: true, run_list: runs, factors: {}, ...of }),
    [`/api/v1/experiments/${ID}/calibration`]: { ...found, ...changes },
  };
  asked = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    const path = new URL(request.url).pathname;
    asked.push(path);
    if (path.endsWith('/calibration')) await noiseIsKnown;
    return Response.json(answers[path] ?? []);
  });
  await drawPage(<ExperimentPage />, '/experiments/$id', `/experiments/${ID}`);
}

it('says spreads, what changes need, what disturbs and what to do', async () => {
  await open();
  expect(await screen.findByText(found.sentence)).toBeTruthy();
  expect(screen.getByText('0 of 5')).toBeTruthy();
  expect(screen.getByText(found.disturbances[0]?.sentence ?? '')).toBeTruthy();
  expect(screen.getByText(/Stop backup while measuring/)).toBeTruthy();
  expect(screen.getByText(/equal 2, round 1, after 6 s: −20.0% beside backup/)).toBeTruthy();
  const needs = within(screen.getByRole('table', { name: 'Rounds needed' }));
  expect(needs.getByText('over 1000')).toBeTruthy();
  const lengths = within(screen.getByRole('table', { name: 'Noise by length' }));
  expect(lengths.getByText('6 min 40 s')).toBeTruthy();
  expect(screen.queryByText(/Best against baseline/)).toBeNull();
});

it('keeps room for them until they are there, so that nothing jumps', async () => {
  let tell = () => {};
  noiseIsKnown = new Promise((resolve) => (tell = resolve));
  await open();
  await screen.findByRole('heading', { name: /Change against baseline/ });
  await waitFor(() => expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy()); // theirs alone
  tell();
  await screen.findByText(found.sentence);
  expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull();
});

it('circles the trials that lie far from the rest', async () => {
  await open();
  await screen.findByText(found.sentence);
  expect(document.querySelectorAll('#disturbances circle')).toHaveLength(1);
  expect(document.querySelector('#disturbances [clip-path] circle'), 'cut off at the edge').toBeNull();
});

it('calls equal runs controls, as the report does: they are no candidates', async () => {
  await open();
  await screen.findByText(found.sentence);
  const section = screen.getByRole('region', { name: 'Runs' });
  expect(await within(section).findAllByText('control')).toHaveLength(2);
  expect(within(section).queryByText('unclear')).toBeNull();
});

it('says once what the headline says already', async () => {
  const headline = { lead: [found.sentence], sentence: found.sentence, settled: false };
  await open({}, { headline: headline as Experiment['headline'] });
  await screen.findByText(found.equals?.sentence ?? '');
  expect(screen.getAllByText(found.sentence)).toHaveLength(1);
});

it('says of a cancelled one only what can be said', async () => {
  const cautions = ['It was cancelled after 1 of 20 rounds.'];
  const bare = { equals: null, between: null, between_range: null, within: null, within_range: null };
  await open({ ...bare, needs: [], lengths: [], cautions, todo: [] }, { state: 'cancelled' });
  expect(await screen.findByText(cautions[0] ?? '')).toBeTruthy();
  expect(screen.queryByText('Between starts')).toBeNull();
  expect(screen.queryByText('Equals called different')).toBeNull();
  expect(screen.queryByText('To show a change of 2%')).toBeNull();
  expect(screen.queryByRole('table', { name: 'Rounds needed' })).toBeNull();
  expect(screen.queryByText('What to do')).toBeNull();
});

it('shows the figures that a cancelled one has, in cards of their own', async () => {
  await open({ equals: null, needs: [] }, { state: 'cancelled' });
  expect(await screen.findByText('Between starts')).toBeTruthy();
  expect(screen.getByText('Within a start')).toBeTruthy();
  expect(screen.queryByText('Equals called different')).toBeNull();
  expect(screen.queryByText('To show a change of 2%')).toBeNull();
});

it('has nothing to draw before the first trial', async () => {
  const timeline = { at_s: [], change: [], trial_ids: [], runs: [], rounds: [], far: [], machines: [] };
  await open({ trials: 0, far: [], disturbances: [], timeline });
  await screen.findByText(found.sentence);
  expect(screen.queryByText('What disturbs')).toBeNull();
});

it('is not worked out while trials run', async () => {
  await open({}, { state: 'running', progress: null });
  expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy();
  expect(screen.queryByText(found.sentence)).toBeNull();
  expect(asked.some((path) => path.endsWith('/calibration'))).toBe(false);
});
