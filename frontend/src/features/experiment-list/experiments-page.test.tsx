import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

import { Notices } from '@/components/ui/feedback/notices';
import { drawPage } from '@/test/render';

import { ExperimentsPage } from './experiments-page';

let found: unknown[] = [];
let tags: unknown[] = [];
const asked: string[] = [];
const changes: unknown[] = [];

const one = {
  id: 'e1',
  name: 'Pinned',
  kind: 'compare',
  state: 'finished',
  origin: 'measured',
  owner: { id: 'a1', login: 'ada', name: 'Ada' },
  testbed: { id: 't', name: 'lab' },
  tags: ['nightly'],
  starred: false,
  archived: false,
  tool: 'wrk',
  runs: 2,
  rounds: 5,
  created_at: '2026-11-20T12:00:00Z',
  headline: null,
  failure: null,
  progress: null,
};

beforeEach(() => {
  found = [one];
  asked.length = changes.length = 0;
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (request.method === 'PATCH') {
      changes.push(await request.json());
      return Response.json(one);
    }
    if (pathname === '/api/v1/tags') return Response.json(tags);
    if (pathname !== '/api/v1/experiments') return Response.json([]);
    const q = searchParams.get('q') ?? '';
    asked.push(q);
    if (!q.includes('verdct')) return Response.json(found);
    const message = '“verdct:” is not a search key; did you mean verdict:?';
    const problem = {
      title: 'Invalid values',
      detail: message,
      errors: [{ place: 'q', message }],
    };
    return Response.json(problem, { status: 422 });
  });
});

const open = (address: string) => drawPage(<ExperimentsPage />, '/experiments', `/experiments${address}`);
const box = () => screen.getByLabelText<HTMLInputElement>('Search experiments');

it('takes its search from the address, and writes what is typed into it', async () => {
  const { router } = await open('?q=tag%3Anightly');
  expect(await screen.findByText('Pinned')).toBeTruthy();
  expect(box().value).toBe('tag:nightly');
  fireEvent.change(box(), { target: { value: 'tag:nightly verdict:better' } });
  await waitFor(() => expect(router.state.location.search).toEqual({ q: 'tag:nightly verdict:better' }));
  await waitFor(() => expect(asked.at(-1)).toBe('tag:nightly verdict:better'));
  fireEvent.click(await screen.findByRole('button', { name: 'Remove tag:nightly' }));
  await waitFor(() => expect(box().value).toBe('verdict:better'));
  fireEvent.click(screen.getByRole('radio', { name: 'failed' }));
  await waitFor(() => expect(box().value).toBe('verdict:better state:failed'));
});

it('finds one’s own and those that mention one with a press each', async () => {
  const { router } = await open('');
  expect(await screen.findByText('Pinned')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Mine' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ q: 'by:me' }));
  fireEvent.click(screen.getByRole('button', { name: 'Mentions me' }));
  await waitFor(() => expect(asked.at(-1)).toBe('by:me mentions:me'));
  expect(screen.getByRole('button', { name: 'Mine' }).getAttribute('aria-pressed')).toBe('true');
  fireEvent.click(screen.getByRole('button', { name: 'Mine' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ q: 'mentions:me' }));
});

it('leads to the trend and to bisects', async () => {
  await open('');
  const addresses = ['Trend', 'Bisects'].map((name) =>
    screen.getByRole('link', { name }).getAttribute('href'),
  );
  expect(addresses).toEqual(['/experiments/trend', '/bisects']);
});

it('offers the boxes on a phone too, and what they do below the rows, which stay where they are', async () => {
  await open('');
  const tick = await screen.findByLabelText('Choose “Pinned”');
  expect(tick.closest('[class*=visible-from]')).toBeNull();
  fireEvent.click(tick);
  const bar = await screen.findByRole('region', { name: 'Chosen experiments' });
  expect(tick.compareDocumentPosition(bar) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

it('archives what is ticked, says where it is, and takes it back', async () => {
  await drawPage(
    <>
      <ExperimentsPage />
      <Notices />
    </>,
    '/experiments',
    '/experiments',
  );
  fireEvent.click(await screen.findByRole('checkbox', { name: /Pinned/ }));
  fireEvent.click(await screen.findByRole('button', { name: 'Archive them' }));
  expect(await screen.findByText('1 experiment archived')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(changes).toEqual([{ archived: true }, { archived: false }]));
});

it('says why a search cannot be read, and keeps the list meanwhile', async () => {
  await open('');
  expect(await screen.findByText('Pinned')).toBeTruthy();
  fireEvent.change(box(), { target: { value: 'verdct:x' } });
  expect(await screen.findByText(/did you mean verdict:/)).toBeTruthy();
  expect(screen.getByText('Pinned')).toBeTruthy();
});

it('offers the tags that there are, and says where there is none yet', async () => {
  tags = [{ tag: 'nightly', count: 1 }];
  const { queryClient } = await open('?filters=1');
  expect(await screen.findByPlaceholderText('add one')).toBeTruthy();
  tags = [];
  await queryClient.invalidateQueries();
  expect(await screen.findByPlaceholderText('no tags yet')).toBeTruthy();
});

it('says what to take away when nothing fits', async () => {
  found = [];
  const { router } = await open('?q=tag%3Anightly+is%3Astarred');
  fireEvent.click(await screen.findByRole('button', { name: 'Without is:starred' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ q: 'tag:nightly' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Include archived experiments' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ q: 'tag:nightly archived:include' }));
});
