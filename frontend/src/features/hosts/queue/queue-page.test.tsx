import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

import { ADMIN, drawPage } from '@/test/render';

import { QueuePage } from './queue-page';

const entry = (id: string, name: string, more = {}) => ({
  id,
  name,
  by: 'Ada',
  launched_at: new Date().toISOString(),
  testbed: { id: 't1', name: 'lab' },
  labels: [],
  step: null,
  seconds_left: null,
  start: { seconds: 240, at_most: true, unknown: null },
  ...more,
});
const line = {
  testbed: { id: 't1', name: 'lab' },
  now: 'busy with “now”',
  labels: ['ssd'],
  running: [entry('e0', 'now', { start: null, seconds_left: 61 })],
  waiting: [
    entry('e1', '<b>first</b>'),
    entry('e2', 'second', {
      labels: ['ssd'],
      start: { seconds: null, at_most: false, unknown: 'it is away' },
    }),
  ],
};

let asked: { path: string; body: unknown }[] = [];
let refuse = false;
beforeEach(() => {
  asked = [];
  refuse = false;
  vi.stubGlobal('fetch', async (request: Request) => {
    if (request.method === 'GET') return Response.json([line]);
    asked.push({ path: new URL(request.url).pathname, body: await request.json() });
    if (refuse)
      return Response.json({ title: 'Not possible now', detail: 'It has changed' }, { status: 409 });
    return Response.json([{ ...line, waiting: [...line.waiting].reverse() }]);
  });
});

const names = () =>
  within(screen.getByRole('table', { name: 'Queue of lab' }))
    .getAllByRole('link')
    .map((link) => link.textContent);

it('says who, what and when, and nothing of a name is markup', async () => {
  await drawPage(<QueuePage />, '/hosts/queue', '/hosts/queue');
  await screen.findByRole('table', { name: 'Queue of lab' });
  expect(names()).toEqual(['now', '<b>first</b>', 'second']);
  expect(screen.getByRole('cell', { name: 'in at most 4 min' })).toBeTruthy();
  expect(screen.getByRole('cell', { name: 'not known: it is away' })).toBeTruthy();
  expect(screen.getByText('any testbed with ssd')).toBeTruthy();
  expect(screen.getByRole('cell', { name: /^at work, 1 min/ })).toBeTruthy();
});

it('moves one with the line that was seen, and shows the answer', async () => {
  await drawPage(<QueuePage />, '/hosts/queue', '/hosts/queue');
  fireEvent.click(await screen.findByRole('button', { name: 'Move second to the front' }));
  await vi.waitFor(() => expect(names()).toEqual(['now', 'second', '<b>first</b>']));
  expect(asked).toEqual([
    { path: '/api/v1/queue/e2/move', body: { testbed_id: 't1', to: 'first', seen: ['e1', 'e2'] } },
  ]);
  expect(screen.getByRole('button', { name: 'Move second up' })).toHaveProperty('disabled', true);
});

it('keeps the focus in the row that was moved, for who uses the keyboard', async () => {
  await drawPage(<QueuePage />, '/hosts/queue', '/hosts/queue');
  const up = await screen.findByRole('button', { name: 'Move second up' });
  up.focus();
  fireEvent.click(up);
  const down = screen.getByRole('button', { name: 'Move second down' });
  await vi.waitFor(() => expect(document.activeElement).toBe(down));
});

it('says why a move was refused', async () => {
  refuse = true;
  await drawPage(<QueuePage />, '/hosts/queue', '/hosts/queue');
  fireEvent.click(await screen.findByRole('button', { name: 'Move second up' }));
  expect(await screen.findByText(/It has changed/)).toBeTruthy();
});

it('has no buttons for a viewer', async () => {
  await drawPage(<QueuePage />, '/hosts/queue', '/hosts/queue', { ...ADMIN, role: 'viewer' });
  await screen.findByRole('table', { name: 'Queue of lab' });
  expect(screen.queryByRole('button', { name: /^Move/ })).toBeNull();
});
