import { expect, it } from 'vitest';

import { isOffMeans } from './pairs-section';

const side = (mean: number | null) => ({ mean, spread: null, trials: [] });

it.each([
  [2.57, 5.11, 1.84, true],
  [67.8, 76.9, 0.147, false],
  [0, 5, 1, false],
  [null, 5, null, false],
])('says when a change by rounds is not that of the means beside it', (a, b, change, isOff) => {
  expect(isOffMeans({ a: side(a), b: side(b), change })).toBe(isOff);
});
