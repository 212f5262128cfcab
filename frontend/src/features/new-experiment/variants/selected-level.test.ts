import { expect, it } from 'vitest';

import { renameFactor, renameLevel } from '../edits/grid-edits';
import { blankDefinition } from '../draft/definition';

import { selectedLevel } from './selected-level';

const grid = {
  ...blankDefinition(),
  variants: [],
  baseline: undefined,
  factors: { workers: { one: {}, two: {}, four: {} }, pool: { none: {}, some: {} } },
};

it('stays the same level while the address has not followed its new name, also where names are numbers', () => {
  const urlChoice = { factor: 'workers', level: 'two' };
  const first = { ...selectedLevel(grid.factors, urlChoice), urlChoice };
  expect(first).toMatchObject({ factor: 'workers', level: 'two', id: 0 });
  const renamed = renameLevel(grid, 'workers', 'two', '2'); // numbers come first in a map
  const before = { ...selectedLevel(renamed.factors, urlChoice, first), urlChoice };
  expect(before).toMatchObject({ level: '2', id: 0 });
  const after = selectedLevel(renamed.factors, { factor: 'workers', level: '2' }, before);
  expect(after).toMatchObject({ level: '2', id: 0 });
});

it('follows the new name of its factor', () => {
  const urlChoice = { factor: 'pool', level: 'none' };
  const first = { ...selectedLevel(grid.factors, urlChoice), urlChoice };
  const renamed = renameFactor(grid, 'pool', 'idle connections');
  const before = { ...selectedLevel(renamed.factors, urlChoice, first), urlChoice };
  expect(before).toMatchObject({ factor: 'idle connections', level: 'none', id: 0 });
  const found = selectedLevel(renamed.factors, { factor: 'idle connections', level: 'none' }, before);
  expect(found).toMatchObject({ factor: 'idle connections', level: 'none', id: 0 });
});

it('is another one when another is chosen, or when it is removed', () => {
  const urlChoice = { factor: 'workers', level: 'two' };
  const first = { ...selectedLevel(grid.factors, urlChoice), urlChoice };
  expect(selectedLevel(grid.factors, { factor: 'workers', level: 'one' }, first)).toMatchObject({
    level: 'one',
    id: 1,
  });
  const { one, four } = grid.factors.workers;
  const fewer = { ...grid.factors, workers: { one, four } };
  expect(selectedLevel(fewer, urlChoice, first)).toMatchObject({ level: 'four', id: 1 });
});
