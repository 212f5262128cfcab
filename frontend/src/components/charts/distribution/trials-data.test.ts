import { expect, it } from 'vitest';

import { trialsData } from './trials-data';

const point = (id: string, round: number, repeat?: number) => ({ id, round, repeat, value: 10 });

it('draws each trial at its round', () => {
  expect(trialsData([point('a', 1), point('b', 2, 1)]).valid.map(({ at }) => at)).toEqual([1, 2]);
});

it('draws the trials of one round beside each other, around it', () => {
  const { valid, rounds } = trialsData([
    point('a', 1, 1),
    point('b', 1, 2),
    point('c', 1, 3),
    point('d', 2, 1),
  ]);
  expect(valid.map(({ at }) => at)).toEqual([0.7, 1, 1.3, 1.7]);
  expect(rounds).toEqual([1, 2]);
});
