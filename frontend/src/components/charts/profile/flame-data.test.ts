import { expect, it } from 'vitest';

import {
  fitting,
  flameBoxes,
  flameMatches,
  type FlameNode,
  flameRows,
  interval,
  micros,
  microsChange,
  nextBox,
} from './flame-data';

const node = (name: string, parent: number, width: number): FlameNode => ({
  name,
  parent,
  width,
  value: width,
  tone: 'user',
  figureText: '',
  detail: '',
});
const NODES = [
  node('all', 0, 100),
  node('main', 0, 100),
  node('read', 1, 60),
  node('openat', 2, 40),
  node('write', 1, 30),
  node('Openat', 4, 10),
];

const placed = (zoom: number) =>
  flameBoxes(NODES, zoom, 200).map(({ node: { name }, x, width, row }) => [name, x, width, row]);

it('stands boxes side by side below their parent', () => {
  expect(placed(0)).toEqual([
    ['all', 0, 200, 0],
    ['main', 0, 200, 1],
    ['read', 0, 120, 2],
    ['openat', 0, 80, 3],
    ['write', 120, 60, 2],
    ['Openat', 120, 20, 3],
  ]);
  expect(flameRows(NODES)).toBe(4);
});

it('zooms: what is beneath fills the width, ancestors stay above', () => {
  expect(placed(2)).toEqual([
    ['all', 0, 200, 0],
    ['main', 0, 200, 1],
    ['read', 0, 200, 2],
    ['openat', 0, expect.closeTo(133.3, 1) as number, 3],
  ]);
});

it('walks with arrows', () => {
  const boxes = flameBoxes(NODES, 0, 200);
  expect(nextBox(boxes, 1, 'ArrowDown')).toBe(2);
  expect(nextBox(boxes, 2, 'ArrowRight')).toBe(4);
  expect(nextBox(boxes, 4, 'ArrowLeft')).toBe(2);
  expect(nextBox(boxes, 4, 'ArrowUp')).toBe(1);
  expect(nextBox(boxes, 0, 'ArrowUp')).toBe(0);
  expect(nextBox(boxes, 3, 'ArrowDown')).toBe(3);
});

it('adds up what a search finds, and what is inside of a match once', () => {
  expect(flameMatches(NODES, 'openat')).toEqual({ ids: new Set([3, 5]), sum: 50 });
  expect(flameMatches(NODES, 'A')).toEqual({ ids: new Set([0, 1, 2, 3, 5]), sum: 100 });
  expect(flameMatches(NODES, ' ').ids.size).toBe(0);
});

it('writes figures with three digits and a true minus', () => {
  expect([micros(4.617), micros(120.4), micros(0.051)]).toEqual(['4.62 µs', '120 µs', '0.05 µs']);
  expect([microsChange(4.6), microsChange(-0.31), microsChange(0)]).toEqual([
    '+4.60 µs',
    '−0.31 µs',
    '0.00 µs',
  ]);
  expect([interval(-1, 2.5), interval(null, null)]).toEqual([' [−1.00, 2.50]', '']);
});

it('cuts names to their box', () => {
  expect(fitting('ngx_http_core_run_phases', 80)).toBe('ngx_http_c…');
  expect(fitting('openat', 80)).toBe('openat');
  expect(fitting('openat', 20)).toBe('');
});
