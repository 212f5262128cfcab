import { expect, it } from 'vitest';

import type { Progress } from '@/api/types';

import { leftWords, ofRounds, roundsWords } from './progress';

const progress = (changes: Partial<Progress>) => ({ rounds: 20, rounds_least: 5, ...changes }) as Progress;

it('says “at most” while intervals decide how many rounds there are', () => {
  expect(ofRounds(progress({}))).toBe('of at most 20');
  expect(ofRounds(progress({ rounds_least: null }))).toBe('of 20');
  expect(roundsWords({ rounds: 20, progress: progress({}) })).toBe('at most 20 rounds');
  expect(roundsWords({ rounds: 9, progress: null })).toBe('9 rounds');
  expect(roundsWords({ kind: 'ceiling', rounds: 13, progress: null })).toBe('probes as needed');
});

it('gives the time left as a range where the end is open', () => {
  expect(leftWords(progress({ seconds_left: 240, seconds_left_least: 61 }))).toBe('1 min 1 s to 4 min left');
  expect(leftWords(progress({ seconds_left: 240, seconds_left_least: null }))).toBe('about 4 min left');
  expect(leftWords(progress({ seconds_left: 9, seconds_left_least: 8.5 }))).toBe('about 9 s left');
  expect(leftWords(progress({ seconds_left: null }))).toBeUndefined();
});
