import { describe, expect, it } from 'vitest';

import { moveSpan } from './time-brush';
import { linesWithin, nearestReading, spanWithin, timeTicks } from './time-scale';
import { timeSummary } from './time-series';

const WHOLE: [number, number] = [0, 60];

describe('a part of the time', () => {
  it('is what the address says, inside the trial', () => {
    expect(spanWithin(WHOLE, 12, 30)).toEqual([12, 30]);
    expect(spanWithin(WHOLE, 30, 12)).toEqual([12, 30]);
    expect(spanWithin(WHOLE, 50, 900)).toEqual([50, 60]);
    expect(spanWithin(WHOLE, 20, undefined)).toEqual([20, 60]);
  });

  it('is all of it when the address says nothing, nonsense, or all of it', () => {
    for (const [from, to] of [
      [undefined, undefined],
      [NaN, NaN],
      [0, 60],
      [-5, 70],
      [30, 30],
    ]) {
      expect(spanWithin(WHOLE, from, to)).toBeUndefined();
    }
  });

  it('moves by its ends, which never meet, or as a whole', () => {
    expect(moveSpan([10, 20], 'from', 50, WHOLE, 1)).toEqual([19, 20]);
    expect(moveSpan([10, 20], 'to', -50, WHOLE, 1)).toEqual([10, 11]);
    expect(moveSpan([10, 20], 'to', 1e9, WHOLE, 1)).toEqual([10, 60]);
    expect(moveSpan([10, 20], 'both', 100, WHOLE, 1)).toEqual([50, 60]);
  });

  it('fits the axis to the readings that are shown', () => {
    const lines = linesWithin([0, 10, 20, 30], [{ name: 'cpu', values: [9, 1, 2, 9] }], [10, 20]);
    expect(lines[0]?.values).toEqual([1, 2]);
    expect(timeTicks([12, 30], 4)).toEqual([15, 20, 25, 30]);
  });
});

describe('the cursor', () => {
  it('stands at the nearest reading', () => {
    expect(nearestReading([0, 1.1, 2.2], 1.7)).toBe(2);
    expect(nearestReading([], 3)).toBe(-1);
  });

  it('has a sentence beside it for those who cannot see the lines', () => {
    const lines = [
      { name: 'proxy', values: [0.2, null, 0.6] },
      { name: 'load', values: [null] },
    ];
    expect(timeSummary('Softirq', lines, 'share')).toBe(
      'Softirq: proxy from 20% to 60%, mean 40%; load without readings',
    );
  });
});
