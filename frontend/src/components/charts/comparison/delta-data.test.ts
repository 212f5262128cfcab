import { describe, expect, it } from 'vitest';

import { deltaGlyph, type DeltaRow, deltaScale, deltaSummary } from './delta-data';

const row = (
  id: string,
  change: number | null,
  low: number | null,
  high: number | null,
  more: Partial<DeltaRow> = {},
): DeltaRow => ({
  id,
  name: id,
  change,
  low,
  high,
  verdict: 'unclear',
  ...more,
});

const articleC = [
  row('22 pinned off', 0.267, 0.159, 0.385, {
    verdict: 'better',
    rounds: [0.197, 0.211, 0.232, 0.29, 0.425],
  }),
  row('22 off', 0.003, -0.189, 0.241),
  row('16 disk', -0.102, -0.162, -0.039, { verdict: 'worse' }),
];

describe('deltaScale', () => {
  it('is symmetric and holds every interval', () => {
    const { domain, ticks } = deltaScale(articleC, 0.045);
    expect(domain[0]).toBeCloseTo(-domain[1]);
    expect(domain[1]).toBeGreaterThan(0.385);
    expect(ticks).toContain(0);
    expect(ticks).toContain(0.1);
  });

  it('does not let one towering row flatten the others', () => {
    const rows = [
      row('direct', 6.73, 6.6, 6.9),
      row('a', 0.9, 0.8, 1),
      row('b', 0.2, 0.1, 0.3),
      row('c', -0.2, -0.3, -0.1),
    ];
    const scale = deltaScale(rows, null);
    expect(scale.domain[1]).toBeLessThan(2.5);
    expect(deltaGlyph(rows[0]!, scale, 500).bar).toMatchObject({ cut: true });
  });

  it('never goes below −100%', () => {
    expect(deltaScale([row('a', 2.2, 1.9, 2.5)], null).domain[0]).toBeGreaterThanOrEqual(-1);
  });

  it('has an axis for nothing at all, and for no difference', () => {
    for (const rows of [[], [row('a', null, null, null)], [row('a', 0, 0, 0)]]) {
      const { domain, ticks } = deltaScale(rows, null);
      expect(domain[1]).toBeGreaterThan(0);
      expect(ticks.length).toBeGreaterThan(2);
    }
  });
});

describe('deltaGlyph', () => {
  it('puts zero in the middle and keeps marks inside the plot', () => {
    const scale = deltaScale(articleC, 0.045);
    const { bar, whisker, dots } = deltaGlyph(articleC[0]!, scale, 600);
    expect(bar?.x).toBeCloseTo(300);
    expect(bar?.width).toBeGreaterThan(150);
    expect(whisker!.x1).toBeLessThan(whisker!.x2);
    expect(dots).toHaveLength(5);
    expect(Math.max(...dots)).toBeLessThanOrEqual(600);
  });

  it('draws the interval for all together beyond the plain one', () => {
    const wide = { ...row('a', 0.1, 0.05, 0.15), together: [0.02, 0.18] as [number, number] };
    const { whisker, together } = deltaGlyph(wide, deltaScale([wide], 0.01), 600);
    expect(together!.x1).toBeLessThan(whisker!.x1);
    expect(together!.x2).toBeGreaterThan(whisker!.x2);
  });

  it('draws no bar without a change', () => {
    expect(deltaGlyph(row('a', null, null, null), deltaScale(articleC, null), 600)).toEqual({
      bar: null,
      whisker: null,
      together: null,
      dots: [],
    });
  });
});

it('sums up in words', () => {
  expect(deltaSummary(articleC, 'workers 16')).toBe(
    'Change against workers 16 for 3 variants: 1 better, 1 worse, 0 the same, 1 unclear. Largest: 22 pinned off +26.7%, interval +15.9 … +38.5.',
  );
});

it('rounds a change in words as beside its bar', () => {
  const [row] = articleC;
  const wide = { ...row!, verdict: 'better' as const, change: 0.598, low: 0.33, high: 0.93 };
  expect(deltaSummary([wide], 'workers 16')).toContain('+60%, interval +33 … +93.');
});
