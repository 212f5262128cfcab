import { describe, expect, it } from 'vitest';

import { isLoopback } from './command-line';
import * as f from './format';

describe('figures', () => {
  it.each([
    [17127.49, '17.1k'],
    [274687.4, '274.7k'],
    [8911.3, '8.91k'],
    [999.6, '1.00k'],
    [999960, '1.00M'],
    [12_345_678, '12.3M'],
    [534, '534'],
    [5.953, '5.95'],
    [0.4321, '0.432'],
    [0, '0'],
    [-1234, '−1.23k'],
    [NaN, '–'],
    [null, '–'],
    [undefined, '–'],
    [Infinity, '–'],
  ])('%s → %s', (value, text) => expect(f.figure(value)).toBe(text));

  it('writes metrics with their unit', () => {
    expect(f.rate(17127.49)).toBe('17.1k req/s');
    expect(f.latency(0.00595)).toBe('5.95 ms');
    expect(f.latency(0.00079104)).toBe('791 µs');
    expect(f.latency(0.9999)).toBe('1.00 s');
    expect(f.latency(0.0142)).toBe('14.2 ms');
    expect(f.latency(0)).toBe('0 ms');
    expect(f.measure(12_300_000, 'B/s')).toBe('12.3 MB/s');
    expect(f.bytes(35312)).toBe('35.3 kB');
    expect(f.measure(9856, '1')).toBe('9\u202f856');
    expect(f.measure(0.973, 'share')).toBe('97%');
    expect(f.measure(0.004, 'share')).toBe('0.4%');
    expect(f.measure(1.5, '1')).toBe('1.50');
    expect(f.measure(null, 's')).toBe('–');
    expect(f.quantity(112e-6, 's')).toEqual({ value: '112', unit: 'µs' });
  });

  it('writes short ticks', () => {
    expect(f.tick(300_000, '1/s')).toBe('300k');
    expect(f.tick(0.01, 's')).toBe('10 ms');
    expect(f.tick(0.0005, 's')).toBe('500 µs');
    expect(f.tick(0, '1/s')).toBe('0');
    expect(f.tick(0, 'share')).toBe('0%');
    expect(f.tick(0.5, 'share')).toBe('50%');
    expect(f.tick(100, '1')).toBe('100');
    expect(f.tick(2_500, '1/s')).toBe('2.5k');
  });

  it('groups whole numbers', () => {
    expect(f.count(3_000_000)).toBe('3\u202f000\u202f000');
    expect(f.count(534)).toBe('534');
  });
});

describe('changes', () => {
  it.each([
    [0.267, '+26.7%'],
    [-0.004, '−0.4%'],
    [0.0001, '0.0%'],
    [-0.0001, '0.0%'],
    [6.73, '+673.0%'],
    [67.3, '+6730%'],
    [null, '–'],
    [NaN, '–'],
  ])('%s → %s', (value, text) => expect(f.percent(value)).toBe(text));

  it('is no more exact than its noise, and counts in times from twice on', () => {
    expect(f.percent(2.297, 1.7, 2.9)).toBe('+230%');
    expect(f.percent(0.267, 0.159, 0.385)).toBe('+26.7%');
    expect(f.intervalPercent(-0.204, 0.496)).toBe('−20 … +50%');
    expect(f.amount(2.29, 1.31, 3.68)).toEqual({ value: '×3.3', interval: '2.3 … 4.7' });
    expect(f.amount(2.292, 2.27, 2.31)).toEqual({ value: '×3.29', interval: '3.27 … 3.31' });
    expect(f.amount(0.5, 0.48, 0.52)).toEqual({ value: '+50.0%', interval: '+48.0 … +52.0%' });
    expect(f.amount(1.5, null, null)).toEqual({ value: '×2.5', interval: '–' });
    expect(f.amount(null, null, null).value).toBe('–');
  });

  it('writes intervals, spreads and shares', () => {
    expect(f.interval(0.159, 0.385)).toBe('+15.9 … +38.5');
    expect(f.interval(-0.031, 0.122)).toBe('−3.1 … +12.2');
    expect(f.interval(null, 0.1)).toBe('–');
    expect(f.spread(0.045)).toBe('±4.5%');
    expect(f.share(0.973)).toBe('97%');
    expect(f.times(7.62)).toBe('7.62×');
    expect(f.pValue(0.0002)).toBe('< 0.001');
    expect(f.pValue(0.0312)).toBe('0.031');
  });
});

describe('times', () => {
  it.each([
    [0.3, '0.3 s'],
    [3, '3 s'],
    [45, '45 s'],
    [125, '2 min 5 s'],
    [59.7, '1 min'],
    [840, '14 min'],
    [3780, '1 h 3 min'],
    [null, '–'],
  ])('%s s → %s', (value, text) => expect(f.span(value)).toBe(text));

  it('says how long ago', () => {
    const now = new Date('2026-11-21T12:00:00Z');
    expect(f.ago('2026-11-21T11:59:57Z', now)).toBe('just now');
    expect(f.ago('2026-11-21T11:55:00Z', now)).toBe('5 min ago');
    expect(f.ago(now.getTime() / 1000 - 7200, now)).toBe('2 h ago');
    expect(f.ago('2026-11-18T12:00:00Z', now)).toBe('3 d ago');
    expect(f.ago(null, now)).toBe('–');
    expect(f.ago('nonsense', now)).toBe('–');
  });
});

it.each([
  ['http://dyno-a734d7.localhost:8080/s/x', true],
  ['http://localhost:8080/', true],
  ['http://127.0.0.1:8080/', true],
  ['http://[::1]:8080/', true],
  ['https://dyno.example/', false],
  ['http://10.0.0.7:8080/', false],
  ['https://localhost.example/', false],
])('%s is on this machine alone: %s', (url, expected) => {
  expect(isLoopback(new URL(url))).toBe(expected);
});

it('leaves the letters of a name at the beginning of a sentence', () => {
  expect(f.capital('net.core.default_qdisc cannot be set')).toBe('net.core.default_qdisc cannot be set');
  expect(f.capital('it failed. Once')).toBe('It failed. Once');
});
