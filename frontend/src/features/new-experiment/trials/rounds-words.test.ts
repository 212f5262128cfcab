import { describe, expect, it } from 'vitest';

import type { Plan } from '@/api/types';

import { blankDefinition } from '../draft/definition';
import { kindOf, percentOf, setKind, setRule, withUnit } from '../edits/trials-edits';

import {
  allTrialsText,
  lengthText,
  analysesText,
  rangeText,
  roundsText,
  soonestText,
  timeText,
  trialsText,
  usualText,
} from './rounds-words';

const proposal = (changes: object = {}) => ({ seconds: 720, seconds_short: null, ...changes });
const fewest = (changes: object = {}) => ({
  rounds: 5,
  trials: 15,
  seconds: 60,
  smallest_effect: 0.08,
  likely_rounds: 9,
  likely_seconds: 108,
  ...changes,
});
const plan = (changes: object = {}) =>
  ({ rounds: 20, trials: 60, seconds: 240, smallest_effect: 0.03, fewest: fewest(), ...changes }) as Plan;
const fixed = plan({ rounds: 12, trials: 36, fewest: null });

describe('how many rounds a change needs', () => {
  it('says when results are looked at, and how soon a change is found', () => {
    expect(analysesText(plan({ fewest: fewest({ analyses: [8, 12, 20] }) }))).toBe(
      'Interim analyses after 8, 12 and 20 rounds.',
    );
    expect(analysesText(plan())).toBeUndefined();
    const decided = plan({
      rounds: 40,
      fewest: fewest({ rounds: 8, analyses: [8, 12, 40], likely_rounds: 20 }),
    });
    expect(usualText(decided)).toBe('8 to 40 rounds, about 20 where a change is 5%');
    expect(usualText(plan())).toBe('5 to 20 rounds');
  });

  it('proposes the length of trials that the noise is known from', () => {
    expect(lengthText(proposal({ seconds_short: 90 }), 2, [30])).toContain('the same takes 1 min 30 s');
    expect(lengthText(proposal(), 10, [2])).toContain('shorter ones scatter more');
    expect(lengthText(proposal(), 10, [9])).toBeUndefined();
    expect(lengthText(proposal(), null, [2])).toBeUndefined();
  });
});

describe('what rounds come to', () => {
  it('shows time, rounds and trials as ranges, and a fixed number as one', () => {
    expect([timeText(plan()), roundsText(plan()), trialsText(plan()), allTrialsText(plan())]).toEqual([
      '1 min to 4 min',
      '5 to 20 rounds',
      '5 to 20',
      '15 to 60',
    ]);
    expect([timeText(fixed), roundsText(fixed), trialsText(fixed), allTrialsText(fixed)]).toEqual([
      'about 4 min',
      '12 rounds',
      '12',
      '36',
    ]);
  });

  it('shows the smallest change after the most and the fewest rounds', () => {
    expect(rangeText(plan())).toBe('changes ≥ 3.0 to 8.0%');
    expect(rangeText(fixed)).toBe('changes ≥ 3.0%');
    expect(rangeText(plan({ smallest_effect: null }))).toBe('not known yet');
    expect(soonestText(plan())).toBe('After 5 rounds: changes ≥ 8.0%.');
    expect(soonestText(fixed)).toBeUndefined();
  });
});

describe('trials until decided in a definition', () => {
  const start = { ...blankDefinition(), trials: 30 };

  it('goes to analyses and back, never to more trials than a person asked for', () => {
    expect(kindOf(blankDefinition())).toBe('decided');
    expect(setKind(blankDefinition(), 'fixed').trials).toBe(12);
    expect(setKind(start, 'decided').trials).toEqual({ min: 8, max: 40, until: 'decided' });
    expect(setKind({ ...start, trials: 60 }, 'decided').trials).toMatchObject({ max: 60 });
    expect(setRule(blankDefinition(), { max: 20 }).trials).toEqual({ min: 8, max: 20, until: 'decided' });
  });

  it('reads shares as the API and as people write them', () => {
    expect([percentOf(0.01), percentOf('2.5%'), percentOf('%'), percentOf(undefined)]).toEqual([
      1,
      2.5,
      '',
      0,
    ]);
  });
});

describe('halving', () => {
  const stages = [{ rounds: 7 }, { rounds: 30 }] as Plan['stages'];

  it('says how long the first and the last to leave are measured', () => {
    expect(trialsText(plan({ rounds: 37, fewest: null, stages }))).toBe('7 to 37');
  });
});

it('adds a unit to numbers only, so that a refusal quotes what was typed', () => {
  expect([withUnit(2.5, '%'), withUnit('abc', 'm'), withUnit('', 'm')]).toEqual(['2.5%', 'abc', undefined]);
});
