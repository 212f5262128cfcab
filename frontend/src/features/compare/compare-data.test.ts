import { expect, it } from 'vitest';

import { markdownOf } from './markdown';
import { roundLines, roundScale } from './round-data';
import { chosen, selectionOf, swapped } from './selection';
import { shortcuts } from './shortcuts';
import { changeWords, intervalWords, spreadChange, valueWords } from './words';
import type { Comparison, Delta, Experiment } from '@/api/types';

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
  a_title: 'Unpinned',
  b_title: 'Pinned',
  factor: 'pin',
  metric: {
    name: 'requests_per_s',
    label: 'req/s',
    unit: '1/s',
    direction: 'higher',
    text: 'Requests completed per second',
  },
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
      metric: { name: 'requests_per_s', label: 'req/s', unit: '1/s' },
      delta: delta({ change: 0.158, low: 0.094, high: 0.225, verdict: 'better' }),
      spread: { cv_a: 0.08, cv_b: 0.011, ratio: 0.1316, p: 0.0004, verdict: 'steadier' },
    },
  ],
  differs: [{ kind: 'knob', name: 'pin.load', a: null, b: '32-63' }],
  equal: 212,
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
  expect(swapped({ a: 'r1', b: 'r2' }, comparison)).toEqual({ a: 'r2', b: 'r1' });
  expect(swapped({ experiment: 'e' }, comparison)).toEqual({
    factor: 'pin',
    level_a: 'cores',
    level_b: 'none',
  });
});

it('puts a run on one side only, and takes it out when pressed again', () => {
  expect(chosen({ a: 'r1', b: 'r2' }, 'a', 'r2')).toEqual({ a: 'r1,r2', b: undefined });
  expect(chosen({ a: 'r1,r2' }, 'a', 'r1')).toEqual({ a: 'r2', b: undefined });
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
  expect(intervalWords(delta({ change: 0.2, low: 0.079, high: 0.479 }))).toBe('+7.9 … +47.9%');
  expect(
    spreadChange({ cv_a: null, cv_b: null, ratio: 0.1316, p: null, verdict: 'steadier', reason: '' }),
  ).toBe('÷ 7.6');
  expect(spreadChange({ cv_a: null, cv_b: null, ratio: null, p: null, verdict: 'unclear', reason: '' })).toBe(
    '–',
  );
  expect([valueWords(null), valueWords(true), valueWords(0)]).toEqual(['not set', 'on', '0']);
});

it('draws only valid trials by round, on one scale', () => {
  const lines = roundLines(comparison.pairs);
  expect(lines[0]?.b).toEqual([{ round: 1, at: 1, value: 354322 }]);
  const { domain, rounds } = roundScale(lines);
  expect(domain[0]).toBeLessThan(285604);
  expect(domain[1]).toBeGreaterThan(354322);
  expect(rounds).toEqual([1, 2]);
});

it('copies as Markdown with the figures of the page', () => {
  const text = markdownOf(comparison, 'http://dyno/compare?a=a&b=b');
  expect(text).toContain('## Pinned against unpinned');
  expect(text).toContain(
    '| workers 22 \\| log off | 276.9k req/s ±11.8% | 347.5k req/s ±1.3% | +26.3% | +7.9 … +47.9% | better |',
  );
  expect(text).toContain('| spread of req/s | ÷ 7.6 | p < 0.001 | steadier |');
  expect(text).toContain('| `pin.load` | not set | 32-63 |');
  expect(text).toContain('http://dyno/compare?a=a&b=b');
});
