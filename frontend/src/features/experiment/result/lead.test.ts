import { expect, it } from 'vitest';

import { experiment } from '@/test/samples/experiment';

import { leadOf, reasonsOf } from './lead';

const settle = 'About 8 min more would settle it.';
const headline = { lead: ['No change is settled.', settle], settle };
const more = { rounds: 12, runs: 3, round_s: 40, max_rounds: 500, sentence: '', why_not: '' };

it('says once what would settle it, and says it where there is no button', () => {
  const unclear = experiment({ headline: headline as never, more });
  expect(leadOf(unclear, false)).toEqual(['No change is settled.']);
  expect(leadOf(unclear, true)).toEqual(headline.lead);
  expect(leadOf({ ...unclear, more: { ...more, why_not: 'it was imported' } }, false)).toEqual(headline.lead);
  expect(leadOf({ ...unclear, more: null }, false)).toEqual(headline.lead);
});

it('gives each reason once', () => {
  const opening = 'The machine was too busy to tell.';
  const sequential = 'Runs were measured one after the other.';
  const reasons = [opening, sequential].map((sentence) => ({ code: '', level: 'red' as const, sentence }));
  const trust = { level: 'red' as const, label: '', sentence: '', reasons };
  expect(reasonsOf({ opening, trust } as never)).toBe(sequential);
  expect(reasonsOf({ opening: '', trust } as never)).toBe(`${opening} ${sequential}`);
  expect(reasonsOf(null)).toBe('');
});
