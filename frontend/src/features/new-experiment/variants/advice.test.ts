import { expect, it } from 'vitest';

import type { Advice } from '@/api/types';

import type { Definition } from '../draft/definition';

import { concernedWords, groupsOfAdvice } from './advice';

const definition = {
  variants: [],
  factors: { workers: { 1: {}, 2: {} }, pin: { none: {}, cores: {} } },
} as unknown as Definition;

const advice = (more: Partial<Advice>): Advice => ({
  code: 'x',
  severity: 'hint',
  variant: null,
  place: 'factors',
  knob: null,
  text: 'Look at it.',
  example: '',
  source: 's',
  ...more,
});

const wordsOf = (more: Partial<Advice>) =>
  groupsOfAdvice([advice(more)], []).map(({ variants }) => concernedWords(variants, definition));

it('says which cell of a grid an advice is about', () => {
  expect(wordsOf({ variants: ['workers 2 · cores'] })).toEqual(['workers 2 · cores']);
});

it('names the level that all concerned cells share', () => {
  expect(wordsOf({ variants: ['workers 2 · pin none', 'workers 2 · cores'] })).toEqual(['workers 2']);
  expect(wordsOf({ variants: ['workers 1 · pin none', 'workers 2 · cores'] })).toEqual([
    'workers 1 · pin none, workers 2 · cores',
  ]);
});

it('names the variant of an older answer, and the whole plan where all are concerned', () => {
  expect(wordsOf({ variant: 'tuned' })).toEqual(['tuned']);
  expect(wordsOf({})).toEqual(['The whole plan']);
});
