import { expect, it } from 'vitest';

import { deliveryWords } from './notices';

const NOW = Date.parse('2026-11-23T12:00:00Z');
const waiting = { state: 'waiting', tries: 1, next_at: '2026-11-23T12:02:00Z', outcome: '' };
const words = (more: object) => deliveryWords({ ...waiting, ...more }, NOW).word;

it('says what became of a delivery', () => {
  expect(words({ state: 'delivered', outcome: 'answered 200' })).toBe('delivered');
  expect(words({ state: 'given_up', outcome: 'answered 500' })).toBe('given up');
  expect(words({ tries: 0 })).toBe('waits');
  expect(words({ outcome: 'answered 500' })).toBe('again in 2 min');
});

it('does not announce another try while the first is under way', () => {
  expect(words({})).toBe('being sent');
});
