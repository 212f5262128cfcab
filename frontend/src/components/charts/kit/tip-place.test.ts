import { expect, it } from 'vitest';

import { tipTop } from './tip-place';

it('stands below its row where there is room, else above it, and never leaves the window', () => {
  expect(tipTop(200, 36, 250, 800)).toBe(236);
  expect(tipTop(700, 36, 250, 800)).toBe(450);
  expect(tipTop(200, 36, 500, 600)).toBe(96); // neither: over its row, but whole
  expect(tipTop(200, 36, 900, 600)).toBe(56);
});
