import { expect, it } from 'vitest';

import { frontierOf, type TradeOffPoint, tradeOffScales } from './trade-off-data';

const point = (
  id: string,
  rate: number,
  latency: number,
  more: Partial<TradeOffPoint> = {},
): TradeOffPoint => ({
  id,
  name: id,
  rate,
  latency,
  rateHalf: null,
  latencyHalf: null,
  role: 'variant',
  ...more,
});

it('keeps whom nobody beats in both figures, equals too, and no control', () => {
  const points = [
    point('base', 100, 0.01, { role: 'baseline' }),
    point('worse', 90, 0.02),
    point('fast', 300, 0.03),
    point('copy', 400, 0.001, { role: 'control' }),
    point('quick', 80, 0.005),
    point('twin', 300, 0.03),
  ];
  expect(frontierOf(points).map(({ id }) => id)).toEqual(['quick', 'base', 'fast', 'twin']);
  expect(frontierOf([])).toEqual([]);
});

it('is not flattened by an interval that is wider than its mean', () => {
  const { x, y } = tradeOffScales([point('a', 100, 0.01, { rateHalf: 1e9 }), point('b', 110, 0.02)], [5, 5]);
  expect(x.domain[1]).toBeLessThan(300);
  expect(x.domain[0]).toBeGreaterThanOrEqual(0);
  expect(y.domain).toEqual(expect.arrayContaining([expect.any(Number)]));
});
