import { expect, it } from 'vitest';

import { METRICS } from '@/api/catalog';
import type { Comparison, Delta, Experiment } from '@/api/types';

import { roundLines, roundScale } from '../pairs/round-data';
import { KINDS, laidOver, readingOf } from '../details/overlay-data';
import { addressOf, onTop, stateOf } from '../selection/saved-state';
import { toggleRuns, closedUp, offerLetters, selectionOf, swapSides } from '../selection/selection';
import { shortcuts } from '../selection/shortcuts';
import { changeWords, intervalWords, spreadChange, valueWords } from '../selection/words';
import { pairedRows } from '../pairs/pairs-section';

const delta = (part: object) =>
  ({ change: null, low: null, high: null, verdict: 'unclear', ...part }) as Delta;

// workers 22 · log off and workers 16 · log off of the article, two trials each.
const side = (id: string, values: (number | null)[], pin: string) => ({
  id,
  name: id,
  factors: { pin },
  knobs: {},
  mean: 276899,
  cv: 0.118,
  dots: values.map((value, n) => ({
    trial_id: `${id}${n}`,
    round: n + 1,
    value,
    state: value ? 'done' : 'failed',
  })),
});
const comparison = {
  title: 'Pinned against unpinned',
  headline: 'Pinned raises throughput against unpinned: 276.9k → 347.5k req/s (+26.3% [+7.9, +47.9]).',
  settled: true,
  a_title: 'Unpinned',
  b_title: 'Pinned',
  factor: 'pin',
  metric: METRICS[0],
  pairs: [
    {
      label: 'workers 22 | log off',
      a: side('a', [300276, 285604], 'none'),
      b: { ...side('b', [354322, null], 'cores'), mean: 347540, cv: 0.013 },
      delta: delta({ change: 0.263, low: 0.079, high: 0.479, verdict: 'better' }),
    },
  ],
  overall: [
    {
      metric: METRICS[0],
      delta: delta({ change: 0.158, low: 0.094, high: 0.225, verdict: 'better' }),
      spread: { cv_a: 0.08, cv_b: 0.011, ratio: 0.1316, p: 0.0004, verdict: 'steadier' },
    },
  ],
  differs: [{ kind: 'knob', name: 'pin.load', a: null, b: '32-63' }],
  equal: 212,
  side: 'b',
  candidates: [],
  matching: { how: 'factor', text: 'the same workers, log, workload', pooled: 0, left_out: [] },
  caveats: [],
  warnings: [],
} as unknown as Comparison;

it('splits run ids that share one parameter, and waits until both sides have one', () => {
  expect(selectionOf({ a: 'r1,r2', b: 'r3' })).toEqual({
    a: ['r1', 'r2'],
    b: ['r3'],
    metric: 'requests_per_s',
  });
  expect(selectionOf({ a: 'r1' })).toBeNull();
  expect(selectionOf({ experiment: 'e', factor: 'pin', metric: 'latency_p99' })).toMatchObject({
    experiment: 'e',
    factor: 'pin',
    metric: 'latency_p99',
  });
});

it('swaps runs, and levels that the address did not name', () => {
  const levels = { ...comparison, level_a: 'none', level_b: 'cores' };
  expect(swapSides({ a: 'r1', b: 'r2' }, comparison)).toEqual({ a: 'r2', b: 'r1' });
  expect(swapSides({ a: 'r1', b: 'r2', c: 'r3' }, { ...comparison, side: 'c' })).toEqual({
    a: 'r3',
    c: 'r1',
  });
  expect(swapSides({ experiment: 'e' }, levels)).toEqual({
    factor: 'pin',
    level_a: 'cores',
    level_b: 'none',
  });
  expect(swapSides({ experiment: 'e' }, { ...comparison, factor: null })).toMatchObject({ a: 'b', b: 'a' });
});

it('puts runs on one side only, takes them out when pressed again, and leaves no gap', () => {
  expect(toggleRuns({ a: 'r1', b: 'r2' }, 'a', ['r2'])).toMatchObject({ a: 'r1,r2', b: undefined });
  expect(toggleRuns({ a: 'r1,r2' }, 'a', ['r1'])).toMatchObject({ a: 'r2', b: undefined });
  expect(toggleRuns({ a: 'r1', c: 'r2,r3' }, 'b', ['r3', 'r4'])).toMatchObject({
    a: 'r1',
    b: 'r3,r4',
    c: 'r2',
  });
  expect(closedUp({ a: 'r1', d: 'r4' })).toMatchObject({ a: 'r1', b: undefined, c: 'r4', d: undefined });
  expect(offerLetters({})).toEqual(['a', 'b']);
  expect(offerLetters({ a: 'r1', b: 'r2' })).toEqual(['a', 'b', 'c']);
});

it('keeps what is compared, not how it is looked at, and says a change on top of it shortly', () => {
  const saved = { a: 'r1', b: 'r2', metric: 'latency_p99' };
  const search = { ...saved, pick: 'all', q: 'nginx', tables: 'pairs', find: 'x' };
  expect(stateOf(search)).toEqual(saved);
  expect(addressOf({ a: 'r1', b: 'r2' }, saved)).toEqual({ metric: '-' });
  expect(onTop(saved, { metric: '-' })).toEqual({ a: 'r1', b: 'r2' });
  expect(onTop(saved, { metric: 'latency_p50', all: '1' })).toMatchObject({ a: 'r1', metric: 'latency_p50' });
  expect(addressOf(saved, saved)).toEqual({});
});

it('offers pinned against unpinned for a list whose variants differ only in pins', () => {
  const run = (knobs: object) => ({ knobs, topology: 'direct', workload: { name: 'w' }, factors: null });
  const list = (...runs: object[]) => ({ id: 'e', factors: {}, run_list: runs }) as unknown as Experiment;
  const free = run({ 'nginx.worker_processes': 2 });
  const [quick] = shortcuts(list(free, run({ 'nginx.worker_processes': 2, 'pin.load': '1' })));
  expect(quick).toEqual({ label: 'Pinned against unpinned', search: { experiment: 'e' }, pins: true });
  expect(shortcuts(list(free, run({ 'nginx.worker_processes': 4, 'pin.load': '1' })))).toEqual([]);
});

it('lays trials of their own clocks over each other', () => {
  const kind = KINDS[0]!;
  const host = (name: string, series: object) => ({
    host_id: name,
    host: name,
    role: 'proxy',
    times: [1.1, 2.1, 3.2],
    series,
  });
  const reading = readingOf(
    {
      hosts: [
        host('b', { 'nginx.backend.requests_per_s': [5, 5, 5] }),
        host('p', { 'nginx.proxy.requests_per_s': [10, null, 12] }),
      ] as never,
    },
    kind,
  );
  expect(reading?.values).toEqual([10, null, 12]);
  const { times, lines } = laidOver([
    { name: 'A', reading },
    { name: 'B', reading: null },
  ]);
  expect(times).toEqual([0, 1, 2, 3]);
  expect(lines).toEqual([{ name: 'A', values: [null, 10, null, 12] }]);
});

it('offers pinned against unpinned first, with the baseline’s level as A', () => {
  const run = (pin: string, workers: string, knobs: object, more: object = {}) => ({
    factors: { pin, workers },
    knobs,
    ...more,
  });
  const experiment = {
    id: 'e',
    factors: { workers: ['1', '2'], pin: ['cores', 'none'] },
    run_list: [
      run('none', '1', {}, { is_baseline: true }),
      run('none', '2', {}),
      run('cores', '1', { 'pin.load': '1' }),
      run('cores', '2', { 'pin.load': '1' }),
    ],
  } as unknown as Experiment;
  expect(shortcuts(experiment).map(({ label }) => label)).toEqual([
    'Pinned against unpinned',
    'workers: 2 against 1',
  ]);
  expect(shortcuts(experiment)[0]?.search).toEqual({
    experiment: 'e',
    factor: 'pin',
    level_a: 'none',
    level_b: 'cores',
  });
});

it('words changes, differences, spread and missing values', () => {
  expect(changeWords(delta({ change: 0.263 }), '1/s')).toBe('+26.3%');
  expect(changeWords(delta({ difference: -3 }), '1')).toBe('−3');
  expect(changeWords(delta({ difference: 0 }), '1')).toBe('0');
  expect(intervalWords(delta({ change: 0.2, low: 0.079, high: 0.479 }), '1/s')).toBe('+7.9 … +47.9%');
  expect(
    spreadChange({ cv_a: null, cv_b: null, ratio: 0.1316, p: null, verdict: 'steadier', reason: '' }),
  ).toBe('÷ 7.6');
  expect(spreadChange({ cv_a: null, cv_b: null, ratio: null, p: null, verdict: 'unclear', reason: '' })).toBe(
    '–',
  );
  expect([valueWords(null), valueWords(true), valueWords(0)]).toEqual(['not set', 'on', '0']);
});

it('draws only valid trials by round, on one scale', () => {
  const lines = roundLines(comparison);
  expect(lines[0]?.sides[1]?.points).toEqual([{ round: 1, at: 1, value: 354322 }]);
  const { domain, rounds } = roundScale(lines);
  expect(domain[0]).toBeLessThan(285604);
  expect(domain[1]).toBeGreaterThan(354322);
  expect(rounds).toEqual([1, 2]);
});

it('says that a side fails more in place of unclear', () => {
  const [pair] = comparison.pairs;
  if (!pair) throw new Error('no pair');
  const failing = {
    ...pair,
    delta: delta({ change: 0.2, failures: { word: 'fails more' } as Delta['failures'] }),
  };
  expect(pairedRows([failing], 'req/s')[0]?.verdict).toBe('fails_more');
});
