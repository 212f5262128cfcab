import { describe, expect, it } from 'vitest';

import { heatPaths, hotShare, level, LEVELS } from '@/components/charts/time/core-heat-data';
import { groupedDomain, groupedRows } from '@/components/charts/comparison/grouped-data';
import { liveRows } from '@/components/charts/time/live-data';
import { pairedScale } from '@/components/charts/comparison/paired-data';
import {
  percentileDomain,
  percentileName,
  percentileRows,
} from '@/components/charts/distribution/percentile-data';
import { closeDomain, logDomain, ticksBetween, zeroDomain } from '@/components/charts/kit/scales';
import { sparkPath } from '@/components/charts/time/sparkline';
import { lineSummary, timeDomain } from '@/components/charts/time/time-series-data';
import { timePath } from '@/components/charts/time/time-scale';
import { trialsData } from '@/components/charts/distribution/trials-data';

describe('scales', () => {
  it('ends on round steps', () => {
    expect(ticksBetween(-0.42, 0.42, 8)).toEqual(
      [-0.4, -0.3, -0.2, -0.1, 0, 0.1, 0.2, 0.3, 0.4].map((v) => v + 0),
    );
    expect(zeroDomain([347540], 4)).toEqual({
      domain: [0, 400000],
      ticks: [0, 100000, 200000, 300000, 400000],
    });
    expect(zeroDomain([]).domain[1]).toBeGreaterThan(0);
  });

  it('keeps close values apart without going below zero', () => {
    const { domain } = closeDomain([16200, 17400]);
    expect(domain[0]).toBeGreaterThan(14000);
    expect(domain[1]).toBeGreaterThanOrEqual(17400);
    expect(closeDomain([0, 0.1]).domain[0]).toBe(0);
    expect(closeDomain([5, 5]).domain[1]).toBeGreaterThan(5);
  });

  it('covers decades for latency', () => {
    const { domain, ticks } = logDomain([0.0004, 0.052]);
    expect(domain[0]).toBeLessThanOrEqual(0.0004);
    expect(domain[1]).toBeGreaterThanOrEqual(0.052);
    expect(ticks).toContain(0.001);
    expect(ticks).toContain(0.01);
    expect(logDomain([0, -1]).ticks.length).toBeGreaterThan(1);
  });
});

describe('percentiles', () => {
  const series = [
    {
      name: 'a',
      points: [
        { percentile: 0.99, value: 0.01 },
        { percentile: 0.5, value: 0.001 },
      ],
    },
    {
      name: 'b',
      points: [
        { percentile: 0.999, value: 0.05 },
        { percentile: 0.5, value: 0 },
      ],
    },
  ];

  it('joins series in order of percentile and leaves holes', () => {
    const rows = percentileRows(series);
    expect(rows.map((row) => row.percentile)).toEqual([0.5, 0.99, 0.999]);
    expect(rows[0]).toMatchObject({ s0: 0.001, s1: null });
    expect(rows[2]).toMatchObject({ s1: 0.05 });
    expect(percentileDomain(series).domain[1]).toBeGreaterThanOrEqual(0.05);
  });

  it('names them as people do', () => {
    expect([0.5, 0.99, 0.999, 0.9999].map(percentileName)).toEqual(['p50', 'p99', 'p99.9', 'p99.99']);
    expect(percentileName(1 - 10 ** -(-Math.log10(1 - 0.999)))).toBe('p99.9');
  });
});

describe('trials', () => {
  it('keeps invalid ones apart and in sight', () => {
    const data = trialsData(
      [
        { id: 't2', round: 2, value: 16100, invalid: '31 failed requests' },
        { id: 't1', round: 1, value: 17100 },
        { id: 't3', round: 3, value: null },
      ],
      { mean: 17100, low: 17000, high: 17200 },
    );
    expect(data.valid.map(({ id }) => id)).toEqual(['t1']);
    expect(data.invalid.map(({ id }) => id)).toEqual(['t2']);
    expect(data.rounds).toEqual([1, 2, 3]);
    expect(data.domain[0]).toBeLessThanOrEqual(16100);
  });
});

describe('time series', () => {
  const lines = [{ name: 'cpu', values: [0.2, null, 0.6] }];

  it('leaves holes where nothing was read', () => {
    const path = timePath(
      [0, 1, 2],
      lines[0]!,
      (time) => 10 * time,
      (value) => value,
    );
    expect(path).toBe('M0.0 0.2M20.0 0.6');
    expect(lineSummary(lines[0]!)).toEqual({ low: 0.2, mean: 0.4, high: 0.6 });
    expect(lineSummary({ name: 'none', values: [] })).toBeNull();
    expect(timeDomain([], true).domain[1]).toBeGreaterThan(0);
  });
});

describe('core heat map', () => {
  const edges = (cells: number) => Array.from({ length: cells + 1 }, (_, n) => 10 * n);

  it('marks cores at the limit', () => {
    expect([level(0), level(0.5), level(0.89), level(0.9), level(1), level(null)]).toEqual([
      0,
      4,
      7,
      LEVELS,
      LEVELS,
      -1,
    ]);
    const rows = [{ name: 'proxy cpu0', values: [0.97, 0.95, 0.1, null] }];
    expect(hotShare(rows[0]!)).toBeCloseTo(2 / 3);
    expect([...heatPaths(rows, { edges: edges(4), rowHeight: 16, gap: 2 }).keys()].sort()).toEqual([
      0,
      LEVELS,
    ]);
  });

  it('needs no more than a path a level for thousands of cells', () => {
    const rows = Array.from({ length: 128 }, (_, n) => ({
      name: `cpu${n}`,
      values: Array.from({ length: 60 }, (_, s) => ((n * s) % 100) / 100),
    }));
    expect(heatPaths(rows, { edges: edges(60), rowHeight: 8, gap: 0 }).size).toBeLessThanOrEqual(LEVELS + 1);
  });
});

describe('bars', () => {
  it('start at zero', () => {
    const side = { mean: 274687, trials: [248677, 290159], spread: 0.059 };
    expect(
      pairedScale([{ id: 'x', name: 'x', a: side, b: side, change: 0, low: 0, high: 0, verdict: 'same' }], 5)
        .domain[0],
    ).toBe(0);
  });

  it('carry whiskers only where an interval is known', () => {
    const series = [{ name: '16', values: [{ value: 10, low: 8, high: 13 }, { value: 20 }, null] }];
    expect(groupedRows(['a', 'b', 'c'], series)).toEqual([
      { group: 'a', s0: 10, e0: [2, 3] },
      { group: 'b', s0: 20 },
      { group: 'c', s0: null },
    ]);
    expect(groupedDomain(series).domain).toEqual([0, 20]);
  });
});

describe('live', () => {
  it('counts back from the newest point and shows a hole after silence', () => {
    const rows = liveRows(
      [
        { at: 110, value: 3 },
        { at: 100, value: 1 },
        { at: 101, value: 2 },
        { at: 1, value: 9 },
      ],
      60,
    );
    expect(rows).toEqual([
      { ago: -10, value: 1 },
      { ago: -9, value: 2 },
      { ago: -8.95, value: null },
      { ago: 0, value: 3 },
    ]);
    expect(liveRows([], 60)).toEqual([]);
  });

  it('draws a piece for each trial, without the readings that its begin and end cut', () => {
    const points = [
      { at: 10, value: 120, trial: 'a' },
      { at: 11, value: 1000, trial: 'a' },
      { at: 12, value: 900, trial: 'a' },
      { at: 12.2, value: 40, trial: 'a' },
      { at: 13, value: 700, trial: 'b' },
    ];
    const rows = liveRows(points, 60).map(({ ago, value }) => [Number(ago.toFixed(2)), value]);
    expect(rows).toEqual([
      [-2, 1000],
      [-1, 900],
      [-0.95, null],
      [-0.8, 700],
      [0.8, 700],
    ]);
  });

  it('breaks a sparkline at a gap', () => {
    expect(sparkPath([1, null, 1], 10, 10)).toBe('M0.0 2.0M10.0 2.0');
  });
});
