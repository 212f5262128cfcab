import { expect, it } from 'vitest';

import { bandOf, ceilingScale, positionOf } from './ceiling-data';
import { loadAxis, loadData } from './load-data';
import { failureSeries, marksOf, outcomeOf, type Probe, rateSeries } from './probe-data';

const probe = (connections: number, clean: boolean | null, changes: Partial<Probe> = {}): Probe => ({
  trial_id: `t${connections}`,
  number: 1,
  attempt: 1,
  connections,
  state: clean ? 'done' : 'invalid',
  clean,
  repeat: false,
  requests_per_s: 1000,
  latency_p99: 0.01,
  failed_requests: clean ? 0 : 17,
  reason: clean ? null : '17 of 50,000 requests failed',
  ...changes,
});

it('is logarithmic beyond a decade, with the loads themselves as ticks where they fit', () => {
  expect(loadAxis([400, 50, 100, 200])).toMatchObject({ scale: 'linear', ticks: [50, 100, 200, 400] });
  expect(loadAxis([50, 100, 1000])).toMatchObject({ scale: 'log', ticks: [50, 100, 1000] });
  const crowded = loadAxis([64, 128, 256, 512, 1024, 1536, 1792, 1888, 1904, 1920, 2048]);
  expect(crowded.ticks.every((tick) => /^[125]0*$/.test(String(tick)))).toBe(true);
  expect(loadAxis([100]).domain[0]).toBeLessThan(100);
});

it('breaks the line where no trial counts, and still draws what was measured there', () => {
  const series = rateSeries('default', [probe(64, true), probe(128, false, { requests_per_s: 700 })]);
  expect(series.points.map(({ value }) => value)).toEqual([1000, null]);
  const { dots, rows, empty } = loadData([series]);
  expect(dots.map(({ value, invalid }) => [value, invalid])).toEqual([
    [1000, undefined],
    [700, '17 of 50,000 requests failed'],
  ]);
  expect([rows.length, empty]).toEqual([2, false]);
});

it('counts failures of all probes, and means over repeats', () => {
  const probes = [probe(64, true), probe(128, false), probe(128, true, { repeat: true })];
  expect(failureSeries('x', probes).points.map(({ value }) => value)).toEqual([0, 8.5]);
});

it('knows nothing of what was not measured', () => {
  const open = probe(256, null, { state: 'measuring', requests_per_s: null, reason: null });
  expect(rateSeries('x', [open]).points).toEqual([]);
  expect(loadData([rateSeries('x', [open])]).empty).toBe(true);
  expect(marksOf([open])[0]).toMatchObject({ open: true, clean: null });
  expect([outcomeOf(open), outcomeOf({ ...open, state: 'queued' })]).toEqual(['measuring', 'next']);
  expect(outcomeOf(probe(64, null, { state: 'failed' }))).toBe('no answer');
});

it('puts doublings on a logarithmic axis and drops those that would crowd', () => {
  expect(ceilingScale(64, 4096, 10).ticks).toEqual([64, 128, 256, 512, 1024, 2048, 4096]);
  expect(ceilingScale(64, 4096, 4).ticks).toEqual([64, 256, 1024, 4096]);
  expect(ceilingScale(100, 900, 10).ticks).toEqual([100, 200, 400, 900]);
  const scale = ceilingScale(64, 4096, 10);
  const [low, middle, high] = [64, 512, 4096].map((load) => positionOf(load, scale)) as [
    number,
    number,
    number,
  ];
  expect(middle - low).toBeCloseTo(high - middle);
});

it('leaves the band open where a side is missing', () => {
  const scale = ceilingScale(64, 4096, 10);
  expect(bandOf({ clean: null, failing: null }, scale)).toBeNull();
  expect(bandOf({ clean: 4096, failing: null }, scale)?.to).toBe(1);
  expect(bandOf({ clean: null, failing: 64 }, scale)?.from).toBe(0);
});

it('cuts whiskers at zero, and where they would flatten what was measured', () => {
  const point = (load: number, value: number, half: number) => ({ load, value, half, dots: [] });
  const { rows, domain } = loadData([{ name: 'a', points: [point(50, 100, 40), point(100, 100, 900)] }]);
  expect(rows.map((row) => row.e0)).toEqual([
    [40, 40],
    [100, 900],
  ]);
  expect(domain[1]).toBeLessThan(200);
});
