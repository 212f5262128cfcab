import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { draw } from '@/test/render';

import type { FlameNode } from './flame-data';
import { FlameGraph } from './flame-graph';

const node = (name: string, parent: number, width: number): FlameNode => ({
  name,
  parent,
  width,
  value: width,
  tone: 'unclear',
  figureText: '',
  detail: `${width} µs a request`,
});
const NODES = [
  node('all', 0, 100),
  node('main', 0, 100),
  node('<img src=x>', 1, 60),
  node('openat', 2, 40),
  node('openat', 1, 30),
];
const graph = (
  <FlameGraph
    nodes={NODES}
    label="Flame graph of the proxy"
    legend={[{ tone: 'unclear', words: 'not clear' }]}
    sumWords={(sum) => `${sum} µs`}
  />
);
const box = (name: string, n = 0) => screen.getAllByRole('treeitem', { name: `${name}` })[n] as HTMLElement;

it('walks with arrows, zooms with Enter and goes back with Escape', async () => {
  await draw(graph);
  const main = box('main: 100 µs a request');
  main.focus();
  fireEvent.keyDown(main, { key: 'ArrowDown' });
  const focused = document.activeElement as HTMLElement;
  expect(focused.getAttribute('aria-label')).toBe('<img src=x>: 60 µs a request');
  expect(focused.tabIndex).toBe(0);
  fireEvent.keyDown(focused, { key: 'Enter' });
  expect(screen.queryByRole('treeitem', { name: 'openat: 30 µs a request' })).toBeNull();
  expect(box('<img src=x>: 60 µs a request').querySelector('rect')?.getAttribute('width')).toBe('800');
  fireEvent.keyDown(document.activeElement as HTMLElement, { key: 'Escape' });
  expect(box('openat: 30 µs a request')).toBeTruthy();
});

it('marks what a search finds and adds it up', async () => {
  await draw(graph);
  const field = screen.getByRole('textbox', { name: 'Find a function in the picture' });
  fireEvent.change(field, { target: { value: 'OPEN' } });
  expect(await screen.findByText('2 boxes, together 70 µs')).toBeTruthy();
  expect(box('openat: 40 µs a request').getAttribute('data-match')).toBe('true');
  expect(box('main: 100 µs a request').getAttribute('data-faded')).toBe('true');
  fireEvent.change(field, { target: { value: 'nothing' } });
  expect(await screen.findByText('no match')).toBeTruthy();
});

it('says of the box under the pointer what it costs, names as plain text', async () => {
  await draw(graph);
  fireEvent.pointerEnter(box('<img src=x>: 60 µs a request'));
  expect(screen.getByText('60 µs a request')).toBeTruthy();
  expect(document.querySelector('img')).toBeNull();
});

it('a click zooms in, another on the same box goes back', async () => {
  await draw(graph);
  fireEvent.click(box('openat: 30 µs a request'));
  expect(screen.queryByRole('treeitem', { name: 'openat: 40 µs a request' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Show all' }));
  expect(box('openat: 40 µs a request')).toBeTruthy();
});
