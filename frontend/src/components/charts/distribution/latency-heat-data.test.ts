import { describe, expect, it } from 'vitest';

import { percentileTable } from '@/components/charts/data-table/chart-tables';
import { latencyHeatTable } from '@/components/charts/data-table/heat-table';

import {
  columnEnd,
  columnOf,
  columnRange,
  heatLevel,
  heatShare,
  heatSummary,
  heatTicks,
  type LatencyHeat,
  LEVELS,
  shareScale,
} from './latency-heat-data';
import { isDense, latencyPoints, percentileRows, percentileTicks, stretch } from './percentile-data';

const map = (name: string, first: number, ...rows: number[][]): LatencyHeat => ({
  name,
  heat: {
    first,
    per_decade: 20,
    rounds: rows.map((shares, n) => ({ round: n + 1, requests: 1000, shares })),
  },
});
// 40 is 100 µs, 60 is 1 ms
const steady = map('steady', 40, [0.5, 0.5], [0.4, 0.6]);
const stalled = map('stalled', 41, [0.98, 0.01, 0.01]);

describe('latency by rounds', () => {
  it('lays all runs on one axis', () => {
    expect(columnRange([steady, stalled])).toEqual({ first: 40, last: 43 });
    expect(columnRange([])).toEqual({ first: 0, last: 0 });
    expect(columnEnd(39)).toBe('100 µs');
    expect(heatTicks(40, 59).map(({ at, label }) => [at, label])).toEqual([
      [40, '100 µs'],
      [expect.closeTo(46.02, 2), '200 µs'],
      [expect.closeTo(53.98, 2), '500 µs'],
      [60, '1 ms'],
    ]);
  });

  it('shows a single request, and nothing where there is none', () => {
    const scale = shareScale([map('long', 40, [0.9, 0.09999, 0, 0.00001])]);
    expect(scale).toEqual({ faintest: 0.00001, fullest: 0.9 });
    expect([0, 0.00001, 0.9].map((share) => heatLevel(share, scale))).toEqual([-1, 0, LEVELS - 1]);
    expect(heatLevel(0.01, scale)).toBeGreaterThan(heatLevel(0.001, scale));
    expect(heatLevel(1, shareScale([map('one', 40, [1])]))).toBe(LEVELS - 1);
    expect(shareScale([])).toEqual({ faintest: 0, fullest: 1 });
    expect([0.5, 0.000012, 0].map(heatShare)).toEqual(['50%', '0.0012%', '0']);
  });

  it('says in words where p99 lay', () => {
    expect(columnOf([0.5, 0.49, 0.01], 0.99)).toBe(1);
    expect(heatSummary([steady])).toBe('Latency of every round: steady, 2 rounds, p99 from 126 µs to 126 µs');
  });

  it('has a table with a row for each round of each run', () => {
    const { columns, rows } = latencyHeatTable([steady, stalled]);
    expect(columns.map(({ name }) => name).slice(0, 4)).toEqual(['run', 'round', 'requests', 'to 112 µs']);
    expect(rows.map((row) => row.map(({ value }) => value))).toEqual([
      ['steady', 1, 1000, 0.5, 0.5, 0, 0],
      ['steady', 2, 1000, 0.4, 0.6, 0, 0],
      ['stalled', 1, 1000, 0, 0.98, 0.01, 0.01],
    ]);
  });
});

describe('percentiles of all requests', () => {
  const point = (share: number, value: number) => ({ share, value, low: value / 2, high: value * 2 });
  const shares = Array.from({ length: 30 }, (_, n) => 1 - 10 ** (-(n + 3) / 8));
  const found = latencyPoints({
    curve: shares.map((share, n) => point(share, n + 1)),
    percentiles: { latency_p95: point(0.95, 9) },
  });

  it('are one curve in order, with intervals in its table', () => {
    expect(found).toHaveLength(31);
    expect(found.map(({ percentile }) => percentile)).toEqual([...shares, 0.95].sort((a, b) => a - b));
    const { columns, rows } = percentileTable([{ name: 'this run', points: found }]);
    expect(columns.map(({ name }) => name)).toEqual([
      'percentile',
      'this run',
      'this run 95% low',
      'this run 95% high',
    ]);
    expect(rows.find(([name]) => name?.text === 'p95')?.map(({ value }) => value)).toEqual([
      'p95',
      9,
      4.5,
      18,
    ]);
  });

  it('name the axis at round percentiles only', () => {
    const rows = percentileRows([{ name: 'this run', points: found }]);
    expect(isDense(rows)).toBe(true);
    expect(percentileTicks(rows)).toEqual([0.75, 0.9, 0.95, 0.99, 0.999, 0.9999].map(stretch));
  });
});
