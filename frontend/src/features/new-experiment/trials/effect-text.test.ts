import { describe, expect, it } from 'vitest';

import { effectHint, effectText } from './effect-text';

describe('the smallest change that a plan can show', () => {
  it('is a percentage while that can be understood', () => {
    expect(effectText(0.031)).toBe('changes ≥ 3.1%');
    expect(effectText(0.999)).toBe('changes ≥ 99.9%');
  });
  it('is a sentence on a testbed whose trials scatter too much', () => {
    for (const effect of [1, 45.589, 1e30]) {
      expect(effectText(effect)).toBe('nothing below a doubling');
      expect(effectHint(effect)).toMatch(/scatter too much.*more rounds/);
    }
  });
  it('is not known before anything was measured', () => {
    expect(effectText(null)).toBe('not known yet');
    expect(effectHint(undefined)).toMatch(/first experiment/);
  });
});
