import { expect, it } from 'vitest';

import { tableCsv } from '@/components/charts/data-table/data-table';
import {
  baseline,
  delta,
  deltas,
  effects,
  experiment,
  failedRequests,
  pivot,
  place,
  rate,
  run,
} from '@/test/samples/experiment';

import { pairAt, slicesOf, theirCell, theirLines } from '../published/published-grid';
import { publishedPairs } from '../published/published-rows';
import { scopeOf } from '../view/scope';

import { effectRows, effectsTable, leftOut, ratioText } from './effect-rows';
import { atText, axesOf, choicesOf, choiceWords, dimensionsOf, isCrossed, requestedAt } from './pivot';
import { pivotCells, pivotTable, placeLines } from './pivot-cells';

const scope = scopeOf(experiment());
const dimensions = dimensionsOf(experiment().factors, scope);
const names = (axes: ReturnType<typeof axesOf>) =>
  axes && [axes.rows.name, axes.columns.name, ...axes.otherDimensions.map(({ name }) => name)];

it('crosses any two factors, and the first two unless told otherwise', () => {
  expect(names(axesOf(dimensions))).toEqual(['workers', 'pin', 'log']);
  expect(names(axesOf(dimensions, 'log', 'workers'))).toEqual(['log', 'workers', 'pin']);
  expect(names(axesOf(dimensions, 'log', 'log'))).toEqual(['log', 'workers', 'pin']);
  expect(names(axesOf(dimensions, 'nonsense', 'pin'))).toEqual(['workers', 'pin', 'log']);
  expect(axesOf(dimensions.slice(0, 1))).toBeUndefined();
});

it('takes several workloads for a dimension, whatever the factors are called', () => {
  const closing = { ...baseline.workload, name: 'closing' };
  const both = scopeOf(experiment({ run_list: [baseline, run('c', { workload: closing })] }));
  const of = (factors: Record<string, string[]>) => dimensionsOf(factors, both).at(-1);
  expect(of({ workers: ['1', '2'] })).toEqual({
    name: 'workload',
    levels: ['keepalive', 'closing'],
    isWorkload: true,
  });
  expect(of({ workload: ['1', '2'] })?.name).toBe('load');
  expect(isCrossed(dimensionsOf({ workers: ['1', '2'] }, both))).toBe(true);
  expect(isCrossed(dimensionsOf({ workers: ['1', '2'] }, scope))).toBe(false);
  expect(dimensionsOf({}, both)).toEqual([]);
});

it('keeps in the address only what is not as usual, and takes any text for a level', () => {
  const odd = [{ name: 'a,b', levels: ['x:y', '50%'], isWorkload: false }];
  const others = axesOf(dimensions)?.otherDimensions ?? [];
  expect(choicesOf(undefined, others, scope)).toEqual({ log: 'off' });
  expect(choicesOf('log:memory', others, scope)).toEqual({ log: 'memory' });
  expect(choicesOf('log', others, scope)).toEqual({ log: null });
  expect(choicesOf('log:tape,colour,%', others, scope)).toEqual({ log: 'off' });
  expect(atText({ log: 'off' }, others, scope)).toBeUndefined();
  expect(atText({ log: null }, others, scope)).toBe('log');
  const text = atText({ 'a,b': '50%' }, odd, scope);
  expect(choicesOf(text, odd, scope)).toEqual({ 'a,b': '50%' });
  expect(requestedAt({ log: 'off', pin: null })).toEqual(['log:off', 'pin']);
  expect(choiceWords({ log: 'off', pin: null })).toBe('log off, averaged over pin');
});

it('shades cells by value and writes what was asked for', () => {
  const means = pivotCells(pivot(), 'mean');
  expect([means.low, means.high]).toEqual(['267.2k req/s', '347.5k req/s']);
  expect(means.cell('off', '22')).toEqual({
    value: '347.5k req/s',
    note: '+26.7%',
    verdict: 'better',
    heat: 1,
  });
  expect(means.cell('disk', '16').heat).toBe(0);
  expect(means.cell('disk', '22')).toEqual({ value: '–', note: 'not in the grid', missing: true });
  const changes = pivotCells(pivot(), 'change');
  expect(changes.cell('off', '22')).toMatchObject({ value: '+26.7%', note: '+15.9 … +38.5%', heat: 1 });
  expect([changes.low, changes.high]).toEqual(['−2.6%', '+26.7%']);
  const spread = pivotCells(pivot(), 'spread');
  expect(spread.cell('off', '16')).toMatchObject({ value: '1.3%', note: '5 trials', heat: 0 });
});

it('calls the baseline by its name, and its change none', () => {
  const base = place('off', '16', { is_baseline: true, delta: null });
  const cells = pivotCells(pivot({ cells: [base] }), 'change');
  expect(cells.cell('off', '16')).toMatchObject({ value: '300.0k req/s', verdict: 'baseline' });
  expect(cells.low).toBe('0.0%');
  expect(placeLines(base, pivot())).toContain('The others are compared with this.');
});

it('tells all digits of a place, its interval, and what it is against', () => {
  const lines = placeLines(pivot().cells[1] ?? place('', ''), pivot());
  expect(lines).toContain('347\u202f540.6 req/s ± 4.00k req/s (95%)');
  expect(lines).toContain('+26.7% against workers 16 · pin none · log off, better');
  expect(lines).toContain('95% interval +15.9 … +38.5%, adjusted p 0.003');
  expect(placeLines(pivot().cells[3] ?? place('', ''), pivot())).toEqual([
    'The grid has no run with log disk · workers 22 · pin cores.',
  ]);
});

it('writes a metric that can be zero as a difference', () => {
  const more = place('off', '16', {
    mean: 12,
    delta: delta('x', { change: null, difference: 12, low: 3, high: 21 }),
  });
  const none = place('off', '22', { mean: 0, cv: null, is_baseline: true, delta: null });
  const table = pivot({ metric: failedRequests, cells: [more, none] });
  expect(pivotCells(table, 'change').cell('off', '16')).toMatchObject({ value: '+12', note: '+3 … +21' });
  expect(pivotCells(table, 'spread').cell('off', '22').value).toBe('–');
});

it('gives files every digit and the reason of each gap', () => {
  const lines = tableCsv(pivotTable(pivot())).split('\r\n');
  expect(lines[2]).toBe('off,22,347540.6,4000,0.267,0.159,0.385,better,0.013,5,');
  expect(lines[4]).toContain(',The grid has no run with log disk');
});

it('draws a bar for each level, with its pairs and what has no partner', () => {
  const rows = effectRows(effects());
  expect(rows.map(({ name, labels }) => [name, labels])).toEqual([
    ['workers 22', ['against 16']],
    ['pin cores', ['against none']],
  ]);
  expect(rows[1]?.details).toContain('over 5 pairs of runs that are equal otherwise');
  expect(leftOut(effects())).toEqual(['workers 16 · cores · log disk has no partner at workers 22']);
  expect(tableCsv(effectsTable(effects()))).toContain('pin,cores,none,0.145,');
});

it('writes an interaction as a ratio, and as a difference where there can be zeros', () => {
  const [one] = effects().interactions;
  if (!one) throw new Error('the sample has one');
  expect(ratioText(one, rate)).toBe('× 1.21 [1.06 … 1.38]');
  const differs = delta('x', { change: null, difference: -8, low: -12, high: -4 });
  expect(ratioText({ ...one, delta: differs }, failedRequests)).toBe('−8 [−12 … −4]');
  expect(ratioText({ ...one, delta: delta('x', { change: null }) }, rate)).toBe('–');
});

it('puts the write-up’s rows at their place in the grid, with what its own trials give', () => {
  const row = {
    variant: 'workers 22 · cores · log off',
    factors: { workers: '22', pin: 'cores', log: 'off' },
    run_id: 'pinned',
    requests: null,
    requests_per_s: 347540,
    latency_mean: null,
    change: null,
    trials: [354322, 343963, 346928, 349629, 342861],
    mean: 347540.6,
    cv: 0.0133,
    delta: delta('x', { change: 0.267, low: 0.177, high: 0.364 }),
    note: null,
  };
  const pairs = publishedPairs({ source: 's', note: null, rows: [row] }, scope, deltas);
  const pair = pairAt(pairs, { workers: '22', pin: 'cores', log: 'off' });
  expect(pair?.change).toBe(0.267);
  expect(pairAt(pairs, { workers: '16', pin: 'cores', log: 'off' })).toBeUndefined();
  expect(theirCell(pair, 1)).toEqual({
    value: '347\u202f540.6',
    note: '+26.7% [+17.7 … +36.4%]',
    verdict: 'better',
    heat: 1,
  });
  expect(theirCell(undefined, null)).toMatchObject({ missing: true, note: 'not in the write-up' });
  expect(theirLines(pair ?? (pairs[0] as never))).toContain('printed: 347\u202f540 req/s');
  const axes = axesOf(dimensions, 'workers', 'pin');
  expect(axes && slicesOf(axes)).toEqual([{ log: 'off' }, { log: 'memory' }]);
});
