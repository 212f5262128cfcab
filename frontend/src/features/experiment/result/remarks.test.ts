import { expect, it } from 'vitest';

import { experiment } from '@/test/samples/experiment';

import { remarksOf } from './remarks';

const settle = 'About 8 min more would settle it.';
const more = { rounds: 12, runs: 3, round_s: 40, max_rounds: 500, sentence: '', why_not: '' };

it('says once what would settle it, and says it where there is no button', () => {
  const unclear = experiment({ headline: { settle } as never, more });
  expect(remarksOf(unclear, false)).toBe('');
  expect(remarksOf(unclear, true)).toBe(settle);
  expect(remarksOf({ ...unclear, more: { ...more, why_not: 'it was imported' } }, false)).toBe(settle);
  expect(remarksOf({ ...unclear, more: null }, false)).toBe(settle);
});

it('gives each reason once', () => {
  const opening = 'The machine was too busy to tell.';
  const sequential = 'Runs were measured one after the other.';
  const reasons = [opening, sequential].map((sentence) => ({ code: '', level: 'red' as const, sentence }));
  const trust = { level: 'red' as const, label: '', sentence: '', reasons };
  const remarks = (headline: object | null) => remarksOf({ headline: headline as never, more: null }, false);
  expect(remarks({ opening, trust })).toBe(sequential);
  expect(remarks({ opening: '', trust })).toBe(`${opening} ${sequential}`);
  expect(remarks({ opening, trust, settle })).toBe(sequential);
  expect(remarks(null)).toBe('');
});
