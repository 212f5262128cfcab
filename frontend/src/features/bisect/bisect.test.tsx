import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

import { drawPage } from '@/test/render';

import { bodyOf, EMPTY_DRAFT } from './bisect-body';
import { BisectPage } from './bisect-page';
import { BisectsPage } from './bisects-page';

const bisect = {
  id: 'b',
  name: 'builds',
  state: 'running',
  sentence: 'A change after b4 up to b8; step 3 is measured.',
  is_trusted: true,
  problem: 'proxy is offline',
  variants: ['b1', 'b4', 'b8'],
  min_effect: 0.03,
  max_rounds: 60,
  likely_rounds: 28,
  max_steps: 5,
  steps: [
    {
      experiment: { id: 'e1', name: 'b1 and b8' },
      is_deleted: false,
      outcome: 'different',
      words: 'differs by −3.1%',
      rounds: 18,
    },
    {
      experiment: { id: 'e2', name: 'b4 between b1 and b8' },
      is_deleted: true,
      outcome: null,
      words: '',
      rounds: null,
    },
  ],
  testbed: { id: 't', name: 'lab' },
  owner: null,
  created_at: '2026-11-26T20:00:00Z',
  finished_at: null,
};

const answers: Record<string, () => Response> = {};
beforeEach(() => {
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith('/cancel')) return Response.json({ ...bisect, state: 'cancelled', problem: '' });
    if (answers[pathname]) return answers[pathname]();
    if (pathname.startsWith('/api/v1/bisects')) return Response.json(bisect);
    return Response.json([]);
  });
});

it('sends the values in their order, with the change to find', () => {
  const body = bodyOf({ ...EMPTY_DRAFT, testbed: 't', values: ['b1', 'b2', 'b8'] });
  expect(body).toMatchObject({
    testbed_id: 't',
    definition: {
      name: 'server.name: b1 to b8',
      min_effect: '3%',
      variants: [
        { name: 'b1', set: { 'server.name': 'b1' } },
        { name: 'b2', set: { 'server.name': 'b2' } },
        { name: 'b8', set: { 'server.name': 'b8' } },
      ],
    },
  });
});

it('asks for nothing while there are too few values', () => {
  expect(bodyOf({ ...EMPTY_DRAFT, testbed: 't', values: ['b1', 'b2'] })).toBeUndefined();
  const values = ['b1', 'b2', 'b8'];
  expect(bodyOf({ ...EMPTY_DRAFT, testbed: 't', values, seconds: '' })).toBeUndefined();
});

it('keeps what was typed when the list cannot be read again', async () => {
  answers['/api/v1/bisects'] = () => Response.json([]);
  const { queryClient } = await drawPage(<BisectsPage />, '/bisects', '/bisects');
  const name = await screen.findByLabelText('Name');
  fireEvent.change(name, { target: { value: 'Ünïcode 🦊' } });
  answers['/api/v1/bisects'] = () => Response.error();
  await queryClient.refetchQueries({ queryKey: ['bisects', 'list'] });
  expect(await screen.findByText(/the bisects/)).toBeTruthy();
  expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe('Ünïcode 🦊');
});

it('shows the answer, what the next step waits for, and the steps as links', async () => {
  await drawPage(<BisectPage />, '/bisects/$id', '/bisects/b');
  expect(await screen.findByRole('heading', { name: bisect.sentence })).toBeTruthy();
  expect(screen.getByText('The next step waits: proxy is offline')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'b1 and b8' }).getAttribute('href')).toBe('/experiments/e1');
  expect(screen.queryByRole('link', { name: 'b4 between b1 and b8' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByText('being measured')).toBeTruthy();
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel it' }));
  await waitFor(() => expect(screen.getByText('cancelled')).toBeTruthy());
  expect(screen.queryByText('being measured')).toBeNull();
});

it('makes each step a card on a phone, where a column of rounds has no room', async () => {
  await drawPage(<BisectPage />, '/bisects/$id', '/bisects/b');
  const table = await screen.findByRole('table', { name: 'Steps' });
  expect(table.style.getPropertyValue('--head-3')).toBe('"Rounds"');
});

it('leads on from an address without a bisect, as other pages do', async () => {
  const problem = { title: 'Not found', status: 404, detail: 'There is no bisect nope', code: 'not_found' };
  answers['/api/v1/bisects/nope'] = () => Response.json(problem, { status: 404 });
  await drawPage(<BisectPage />, '/bisects/$id', '/bisects/nope');
  expect(await screen.findByText('There is no bisect at this address')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'All bisects' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});
