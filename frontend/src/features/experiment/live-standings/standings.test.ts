import { expect, it } from 'vitest';

import type { RunSummary, StepOfRun } from '@/api/types';
import { delta, p99, rate, run } from '@/test/samples/experiment';

import { stepRows } from '../deltas/step-rows';
import { isStepwise, type Scope, scopeOf, stepBefore } from '../view/scope';

import { leadWords, rankVariants } from './standings';

const scope = (runs: RunSummary[]): Scope => scopeOf({ run_list: runs } as Parameters<typeof scopeOf>[0]);
const measured = (id: string, mean: number, half?: number, more: Partial<RunSummary> = {}) =>
  run(id, {
    variant: id,
    means: { requests_per_s: mean, latency_p99: 1 / mean },
    half: half === undefined ? {} : { requests_per_s: half },
    ...more,
  });

it('puts the fastest first, those without a trial last, and leaves the control out', () => {
  const places = rankVariants(
    scope([
      measured('base', 100, 5, { is_baseline: true }),
      run('late', { variant: 'late', means: {}, half: {} }),
      measured('copy', 900, 5, { is_control: true }),
      measured('fast', 200, 5),
    ]),
    undefined,
    rate,
  );
  expect(places.map(({ run: { variant }, place }) => [variant, place])).toEqual([
    ['fast', 1],
    ['base', 2],
    ['late', null],
  ]);
  expect(leadWords(places, rate)).toBe('leading, intervals apart');
});

it('lets no context lead, which is no candidate, not even before its first change is known', () => {
  const runs = [
    measured('direct', 900, 5, { topology: 'direct' }),
    measured('base', 100, 5, { is_baseline: true }),
    measured('two backends', 500, 5),
    measured('two workers', 110, 5),
  ];
  const contexts = [delta('two backends', { verdict: 'context' }), delta('two workers')];
  const places = rankVariants(scope(runs), contexts, rate);
  expect(places.map(({ run: { variant }, place }) => [variant, place])).toEqual([
    ['two workers', 1],
    ['base', 2],
    ['direct', null],
    ['two backends', null],
  ]);
  expect(leadWords(places, rate)).toBe('leading, not settled yet');
});

it('lets the lowest latency lead', () => {
  const places = rankVariants(scope([measured('slow', 100), measured('quick', 200)]), undefined, p99);
  expect(places[0]?.run.variant).toBe('quick');
});

it.each([
  [[measured('a', 110), measured('b', 100, 2)], 'leading, after one trial'],
  [[measured('a', 110, 20), measured('b', 100, 2)], 'leading, not settled yet'],
  [[measured('a', 110, 3), measured('b', 100, 2)], 'leading, intervals apart'],
  [[measured('a', 110, 3), run('b', { means: {}, half: {} })], ''],
])('says how far the first one is ahead', (runs, words) => {
  expect(leadWords(rankVariants(scope(runs), undefined, rate), rate)).toBe(words);
});

it('draws steps from where the step before them ended', () => {
  const runs = [
    measured('default', 100, 1, { is_baseline: true }),
    measured('two', 150, 1, { parent: 'default' }),
    measured('three', 120, 1, { parent: 'two' }),
  ];
  const steps: StepOfRun[] = [
    {
      ...delta('two'),
      before: 'default',
      before_id: 'default',
      changed: {},
      baseline_mean: 100,
      candidate_mean: 150,
    },
    {
      ...delta('three'),
      before: 'two',
      before_id: 'two',
      changed: { 'nginx.gzip': null, 'nginx.access_log': 'off' },
      baseline_mean: 150,
      candidate_mean: 120,
    },
  ];
  const rows = stepRows(scope(runs), steps, rate);
  expect(rows.map(({ name, from, to }) => [name, from, to])).toEqual([
    ['default', 0, 100],
    ['two', 100, 150],
    ['three', 150, 120],
  ]);
  expect(rows[2]?.settings).toEqual(['nginx.gzip: default', 'nginx.access_log: off']);
  expect(stepRows(scope(runs), [], rate)).toEqual([]);
  expect(isStepwise(scope(runs))).toBe(true);
  expect(isStepwise(scope(runs.slice(0, 2)))).toBe(false);
  expect(runs[2] && stepBefore(runs[2], scope(runs))?.variant).toBe('two');
});
