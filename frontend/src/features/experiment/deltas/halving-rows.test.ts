import { expect, it } from 'vitest';

import type { DeltaOfRun, Halving } from '@/api/types';

import type { Scope } from '../view/scope';

import { halvedRows } from './halving-rows';

const run = (id: string, left: number | null, flags: object = {}) => ({
  id,
  variant: id,
  eliminated_after: left,
  ...flags,
});

it('shows finalists first, then the last to leave, with the figure by which each was ranked', () => {
  const runs = [
    run('base', null, { is_baseline: true }),
    run('early', 3),
    run('late', 7),
    run('good', null),
    run('best', null),
    run('control', null, { is_control: true }),
  ];
  const ranked = (run_id: string, change: number, goes_on: boolean) => ({ run_id, change, goes_on });
  const halving = {
    stages: [
      { ranking: [ranked('best', 0.1, true), ranked('late', 0.05, true), ranked('early', -0.01, false)] },
      { ranking: [ranked('best', 0.11, true), ranked('late', 0.03, false)] },
      { ranking: [] },
    ],
  } as unknown as Halving;
  const deltas = [
    { run_id: 'good', change: 0.02 },
    { run_id: 'best', change: 0.12 },
  ] as DeltaOfRun[];
  const rows = halvedRows(halving, { runs } as unknown as Scope, deltas);
  expect(rows.map(({ id, isIn }) => [id, isIn])).toEqual([
    ['best', true],
    ['good', true],
    ['late', false],
    ['early', false],
  ]);
  expect(rows[2]?.at).toEqual([{ change: 0.05, goesOn: true }, { change: 0.03, goesOn: false }, undefined]);
});
