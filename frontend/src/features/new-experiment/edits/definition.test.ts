import { expect, it } from 'vitest';

import { blankDefinition, type Definition } from '../draft/definition';
import { chainOf, inheritKnobs } from '../draft/inheritance';
import { baselineName, cellName, cellsOf, namesOf } from '../draft/cells';

import {
  addVariant,
  duplicateVariant,
  possibleParents,
  removeKnob,
  removeVariant,
  renameVariant,
  setKnob,
} from './edits';
import {
  addFactor,
  addLevel,
  baselineCell,
  cellOfLevel,
  gridToList,
  removeFactor,
  removeLevel,
  renameFactor,
  renameLevel,
} from './grid-edits';

const listed = (): Definition => ({
  ...blankDefinition(),
  set: { 'nginx.sendfile': true },
  variants: [
    { name: 'default', set: {} },
    { name: 'workers 2', from: 'default', set: { 'nginx.worker_processes': 2 } },
    { name: 'accept', from: 'workers 2', set: { 'nginx.multi_accept': true } },
  ],
  published: { source: 'a write-up', rows: [{ variant: 'workers 2', requests_per_s: 17127 }] },
});

const grid = (): Definition => ({
  ...blankDefinition(),
  variants: [],
  baseline: { workers: '1', pin: 'none' },
  factors: {
    workers: { '1': { 'nginx.worker_processes': 1 }, '2': { 'nginx.worker_processes': 2 } },
    pin: { none: {}, cores: { 'pin.load': '1' } },
  },
  published: { source: 'a write-up', rows: [{ variant: 'workers 1 · cores', requests_per_s: 1 }] },
});

it('names cells as the server does', () => {
  expect(cellName({ workers: '16', pin: 'cores', log: 'off' })).toBe('workers 16 · cores · log off');
  expect(namesOf(grid())).toEqual([
    'workers 1 · pin none',
    'workers 1 · cores',
    'workers 2 · pin none',
    'workers 2 · cores',
  ]);
  expect(baselineName(grid())).toBe('workers 1 · pin none');
});

it('never multiplies out a grid beyond what may be launched', () => {
  const levels = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`l${n}`, {}]));
  expect(cellsOf({ factors: { a: levels, b: levels } })).toHaveLength(500);
});

it('says where an inherited knob comes from', () => {
  const definition = listed();
  const variant = definition.variants[2]!;
  const parents = chainOf(definition, variant).slice(0, -1);
  expect(inheritKnobs(definition, variant.set!, parents)).toEqual([
    { knob: 'nginx.sendfile', value: true, from: 'all variants' },
    { knob: 'nginx.worker_processes', value: 2, from: 'workers 2' },
  ]);
});

it('follows a circle of variants only once', () => {
  const definition = listed();
  definition.variants[0]!.from = 'accept';
  expect(chainOf(definition, definition.variants[2]!)).toHaveLength(3);
});

it('renames a variant wherever it is spoken of', () => {
  const renamed = renameVariant({ ...listed(), baseline: 'workers 2' }, 1, 'two workers');
  expect(renamed.variants.map(({ from }) => from)).toEqual([undefined, 'default', 'two workers']);
  expect(renamed.baseline).toBe('two workers');
  expect(renamed.published?.rows?.[0]?.variant).toBe('two workers');
});

it('keeps what a removed variant had set in those that derive from it', () => {
  const removed = removeVariant({ ...listed(), baseline: 'workers 2' }, 1);
  expect(removed.variants[1]).toEqual({
    name: 'accept',
    from: 'default',
    set: { 'nginx.worker_processes': 2, 'nginx.multi_accept': true },
  });
  expect(removed.baseline).toBeUndefined();
  expect(removed.published?.rows?.[0]?.note).toBe('not measured here');
});

it('adds and copies variants under names that are free', () => {
  const twice = addVariant(addVariant(listed()));
  expect(twice.variants.slice(3).map(({ name, from }) => [name, from])).toEqual([
    ['new variant', 'default'],
    ['new variant 2', 'default'],
  ]);
  expect(duplicateVariant(listed(), 1).variants[2]).toEqual({
    ...listed().variants[1],
    name: 'workers 2 copy',
  });
});

it('offers no parent that would close a circle', () => {
  expect(possibleParents(listed(), 1)).toEqual(['default']);
  expect(possibleParents(listed(), 2)).toEqual(['default', 'workers 2']);
});

it('sets and removes knobs of a variant, a level and of all', () => {
  const one = setKnob(listed(), ['variants', 0, 'set'], 'listen.backlog', 4096);
  expect(one.variants[0]?.set).toEqual({ 'listen.backlog': 4096 });
  expect(removeKnob(one, ['variants', 0, 'set'], 'listen.backlog').variants[0]?.set).toEqual({});
  expect(setKnob(listed(), ['set'], 'nginx.sendfile', null).set).toEqual({ 'nginx.sendfile': null });
  const level = setKnob(grid(), ['factors', 'pin', 'cores'], 'pin.proxy', '0');
  expect(level.factors.pin?.cores).toEqual({ 'pin.load': '1', 'pin.proxy': '0' });
});

it('renames factors and levels in the baseline and in published rows', () => {
  const level = renameLevel(grid(), 'workers', '1', 'one');
  expect(level.baseline).toEqual({ workers: 'one', pin: 'none' });
  expect(level.published?.rows?.[0]?.variant).toBe('one · cores');
  const factor = renameFactor(grid(), 'workers', 'w');
  expect(factor.baseline).toEqual({ w: '1', pin: 'none' });
  expect(factor.published?.rows?.[0]?.variant).toBe('w 1 · cores');
});

it('keeps the baseline in the grid when factors and levels come and go', () => {
  expect(addFactor(grid()).baseline).toEqual({ workers: '1', pin: 'none', factor: 'default' });
  expect(addLevel(grid(), 'pin').factors.pin).toHaveProperty('level');
  expect(removeLevel(grid(), 'pin', 'none').baseline).toEqual({ workers: '1', pin: 'cores' });
  expect(removeFactor(grid(), 'pin').baseline).toEqual({ workers: '1' });
  expect(removeFactor(removeFactor(grid(), 'pin'), 'workers').baseline).toBeUndefined();
  expect(addFactor(listed()).baseline).toBe('default');
});

it('finds the cell that shows what a level does', () => {
  expect(baselineCell({ ...grid(), baseline: 'workers 2 · cores' })).toEqual({ workers: '2', pin: 'cores' });
  expect(cellOfLevel(grid(), 'workers', '2')).toEqual({ workers: '2', pin: 'none' });
});

it('writes a grid out as a list that measures the same', () => {
  const list = gridToList(grid());
  expect(list.factors).toEqual({});
  expect(list.baseline).toBe('workers 1 · pin none');
  expect(list.variants.at(-1)).toEqual({
    name: 'workers 2 · cores',
    set: { 'nginx.worker_processes': 2, 'pin.load': '1' },
  });
});
