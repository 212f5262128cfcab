import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { metricNamed } from '@/components/words/metrics';
import type { Experiment, RunSummary } from '@/api/types';
import { drawPage } from '@/test/render';
import { experiment, run } from '@/test/samples/experiment';

import { scopeOf } from '../view/scope';

import { RunsTable } from './runs-table';

const draw = async (origin: Experiment['origin'], ...more: RunSummary[]) => {
  const namedRuns = ['default', 'tuned'].map((name, n) => run(name, { is_baseline: n === 0, knobs: {} }));
  const runs = [...namedRuns, ...more];
  const of = experiment({ origin, run_list: runs, factors: {} });
  const scope = scopeOf(of, undefined);
  const metric = metricNamed('requests_per_s');
  const page = (
    <RunsTable {...{ experiment: of, scope, metric, inOrder: false, bySteps: false }} search={{}} />
  );
  await drawPage(page, '/experiments/$id', '/experiments/x');
  await screen.findByRole('table', { name: 'Runs' });
};

it('says what runs set where it is known', async () => {
  await draw('measured');
  expect(screen.getByText('nothing')).toBeTruthy();
});

it('does not call settings nothing that an import does not say', async () => {
  await draw('imported');
  expect(screen.queryByText('nothing')).toBeNull();
  expect(screen.queryByText('Different settings')).toBeNull();
});

it('shows what an import says of one run, and calls that of another not nothing', async () => {
  await draw('imported', run('direct', { knobs: { 'nginx.worker_processes': 4 } }));
  expect(screen.getByText('Different settings')).toBeTruthy();
  expect(screen.queryByText('nothing')).toBeNull();
});

it('calls a run invalid that has no valid trial', async () => {
  await draw('measured', run('refusing', { trials_done: 0, trials_invalid: 3 }));
  expect(screen.getByText('invalid')).toBeTruthy();
});

it.each([
  [0, true],
  [3, false],
])('says of a run that failed after %i trials that it was not measured: %s', async (count, isSaid) => {
  const failure = { code: 'nginx_test', message: 'unknown directive', host: null, log: '' };
  await draw('measured', run('late', { state: 'failed', failure, trials_done: count }));
  expect(screen.queryByText('not measured') !== null).toBe(isSaid);
});
