import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

import { withRun } from '@/api/last-comparison';
import { draw, drawPage } from '@/test/render';
import { comparison, experiment, savedComparison, side } from '@/test/samples/comparison';

import { SideCard } from '../pairs/side-card';

import { ComparePage, SavedComparisonPage } from './compare-page';

// Whether something is hidden is no question of these tests, and the most expensive one to answer.
configure({ defaultHidden: true });
vi.setConfig({ testTimeout: 20_000 });

let answers: Record<string, unknown>;
let asked: { call: string; query: URLSearchParams; body: unknown }[];

beforeEach(() => {
  answers = {
    '/api/v1/compare': comparison(),
    '/api/v1/compare/configs': {
      a: { run_id: 'r1', name: 'default', text: 'worker_processes 1;\n', read_back: '' },
      b: { run_id: 'r2', name: 'workers 2', text: 'worker_processes 2;\n', read_back: '' },
    },
    '/api/v1/experiments': [experiment],
    '/api/v1/experiments/e1': experiment,
    '/api/v1/comparisons': [savedComparison()],
    '/api/v1/comparisons/c1': savedComparison(),
  };
  asked = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname, searchParams } = new URL(request.url);
    const call = `${request.method} ${pathname}`;
    const body: unknown = request.method === 'GET' ? null : await request.clone().json();
    asked.push({ call, query: searchParams, body });
    const run = /^\/api\/v1\/runs\/([^/]+)$/.exec(pathname)?.[1];
    const answer = answers[call] ?? answers[pathname] ?? (run ? { id: run, name: run } : { hosts: [] });
    return answer instanceof Response ? answer.clone() : Response.json(answer);
  });
});

async function open(address: string) {
  const isSaved = address.startsWith('/c/');
  const page = isSaved ? <SavedComparisonPage /> : <ComparePage />;
  const { router } = await drawPage(page, isSaved ? '/c/$id' : '/compare', address);
  return router;
}
const called = (call: string) => asked.filter((one) => one.call === call);

it('names what sets a side apart, and counts what is more than six settings', async () => {
  const runs = (count: number, value: number) => {
    const names = Array.from({ length: count }, (_, n) => `nginx.knob_${n}`);
    return [side('r', 1, { knobs: Object.fromEntries(names.map((name) => [name, value])) })] as never[];
  };
  const card = async (count: number) => {
    const sides = { runs: runs(count, 1), otherRuns: runs(count, 2) };
    return (await draw(<SideCard side="b" title="x" argv={[]} {...sides} />)).container.textContent;
  };
  const six = 'knob_0 1 · knob_1 1 · knob_2 1 · knob_3 1 · knob_4 1 · knob_5 1';
  expect(await card(6)).toContain(`${six}1 run`);
  expect(await card(8)).toContain(`${six} and 2 more settings`);
});

it('has no overall row of a metric that neither side has', async () => {
  const { overall, ...rest } = comparison();
  const [row] = overall;
  const unmeasured = { ...row!.delta, baseline_mean: null, candidate_mean: null };
  const other = { ...row!, metric: { ...row!.metric, name: 'latency_p99', label: 'p99 latency' } };
  answers['/api/v1/compare'] = { ...rest, overall: [row, { ...other, delta: unmeasured }] };
  await open('/compare?a=r1&b=r2');
  const table = within(await screen.findByRole('region', { name: /^Overall/ }));
  expect(table.getAllByRole('row')).toHaveLength(3); // the head, requests per second, and their spread
});

it('shows every side against A, the pairs of one, what differs, and what to be careful about', async () => {
  await open('/compare?a=r1&b=r2&c=r3');
  expect(await screen.findByText('workers 2 against default')).toBeTruthy();
  const [first] = called('GET /api/v1/compare');
  expect([first?.query.getAll('a'), first?.query.getAll('c')]).toEqual([['r1'], ['r3']]);
  const caveats = screen.getByLabelText('Before you compare');
  expect(caveats.textContent).toContain(
    'not comparable The load tool differs: ab against wrk. Use one tool.',
  );
  expect(screen.getByText(/Not comparable: C · workers 4/)).toBeTruthy();
  expect(screen.getByLabelText('Side B: workers 2').textContent).toContain('worker_processes 2');
  expect(await screen.findByLabelText('nginx.conf of workers 2 against default')).toBeTruthy();
  const settings = screen.getByLabelText('Settings and facts of both sides');
  expect(within(settings).getAllByRole('row')).toHaveLength(3);
  // another page adds to what is looked at
  expect(withRun('r9')).toMatchObject({ a: 'default', d: 'r9', side: 'd' });
  expect(withRun('default')).toBeNull();
});

it('gives verdicts no colour where a side is not trusted, and caveats their own', async () => {
  const { candidates, ...rest } = comparison();
  const markedCandidates = candidates.map((candidate) => ({
    ...candidate,
    is_untrusted: candidate.side === 'c',
  }));
  answers['/api/v1/compare'] = { ...rest, candidates: markedCandidates, is_untrusted: false };
  const { unmount } = await drawPage(<ComparePage />, '/compare', '/compare?a=r1&b=r2&c=r3');
  const isGrey = (element: HTMLElement) => element.closest('[data-untrusted="true"]') !== null;
  expect(isGrey(await screen.findByText('Every side against A'))).toBe(true);
  expect(isGrey(screen.getByLabelText('Settings and facts of both sides'))).toBe(false);
  unmount();
  answers['/api/v1/compare'] = { ...rest, candidates: markedCandidates, is_untrusted: true };
  await open('/compare?a=r1&b=r2&c=r3');
  expect(isGrey(await screen.findByLabelText('Settings and facts of both sides'))).toBe(true);
  expect(isGrey(screen.getByLabelText('Before you compare'))).toBe(false);
});

it('keeps metric, side, order of pairs and equal settings in the address', async () => {
  const router = await open('/compare?a=r1&b=r2&c=r3');
  const search = () => router.state.location.search;
  await screen.findByText('p99.9 latency');
  fireEvent.change(screen.getByLabelText('Other metrics'), { target: { value: 'latency_p99_9' } });
  await waitFor(() => expect(search()).toMatchObject({ metric: 'latency_p99_9' }));
  fireEvent.click(screen.getByText('show all'));
  await waitFor(() => expect(search()).toMatchObject({ all: '1' }));
  const filter = screen.getByLabelText('Filter settings and facts');
  fireEvent.change(filter, { target: { value: 'kernel' } });
  await waitFor(() => {
    expect(screen.getByText('net.core.somaxconn')).toBeTruthy();
    expect(screen.getAllByText('6.1')).toHaveLength(2);
    expect(screen.queryByText('connections')).toBeNull();
  });
  fireEvent.click(screen.getByText('Pair in the order chosen'));
  await waitFor(() => expect(search()).toMatchObject({ match: 'order' }));
  fireEvent.click(screen.getByText('Swap'));
  await waitFor(() => expect(search()).toMatchObject({ a: 'r2', b: 'r1', c: 'r3' }));
});

it('finds runs by search and puts them, whole groups too, on any side', async () => {
  const router = await open('/compare?q=worker_processes');
  const search = () => router.state.location.search;
  fireEvent.click(await screen.findByLabelText('r3 on side A'));
  await waitFor(() => expect(search()).toMatchObject({ a: 'r3' }));
  fireEvent.click(await screen.findByText('Choose runs'));
  fireEvent.click(await screen.findByLabelText('All runs on side B'));
  await waitFor(() => expect(search()).toMatchObject({ b: 'r1,r2,r3' }));
  expect(search()).not.toHaveProperty('a', 'r3');
  fireEvent.click(screen.getByLabelText('r3 on side C'));
  await waitFor(() => expect(search()).toMatchObject({ b: 'r1,r2', c: 'r3' }));
  const tray = screen.getByLabelText('Chosen runs');
  expect(within(tray).getByRole('link', { name: 'Compare' }).getAttribute('aria-disabled')).toBe('true');
});

it('offers pinned against unpinned in one click, and what was saved', async () => {
  await open('/compare');
  const quick = await screen.findByRole('link', { name: 'Pinned against unpinned' });
  expect(quick.getAttribute('href')).toContain('experiment=e1');
  expect((await screen.findByRole('link', { name: 'Workers on s2500' })).getAttribute('href')).toBe('/c/c1');
  expect(screen.getByText(/^2 sides, 2 runs/)).toBeTruthy();
});

it('saves under a name and goes to the address of its own', async () => {
  answers['POST /api/v1/comparisons'] = Response.json(savedComparison({ id: 'c2' }), { status: 201 });
  const router = await open('/compare?a=r1&b=r2&all=1');
  fireEvent.click(await screen.findByText('Save'));
  const name = await screen.findByLabelText('Name');
  expect((name as HTMLInputElement).value).toBe('workers 2 against default');
  fireEvent.change(name, { target: { value: 'Mine' } });
  fireEvent.submit(name);
  await waitFor(() => expect(router.state.location.pathname).toBe('/c/c2'));
  expect(called('POST /api/v1/comparisons')[0]?.body).toEqual({
    name: 'Mine',
    notes: '',
    state: { a: 'r1', b: 'r2' },
  });
});

it('opens what was saved, and says when the address asks for something else', async () => {
  const router = await open('/c/c1');
  expect(await screen.findByText('Workers on s2500')).toBeTruthy();
  expect(called('GET /api/v1/compare')[0]?.query.getAll('b')).toEqual(['r2']);
  expect(screen.queryByText(/Changed since it was saved/)).toBeNull();
  fireEvent.click(screen.getByText('Swap'));
  expect(await screen.findByText(/Changed since it was saved/)).toBeTruthy();
  expect(router.state.location.search).toEqual({ a: 'r2', b: 'r1' });
  answers['PATCH /api/v1/comparisons/c1'] = savedComparison({ state: { a: 'r2', b: 'r1' } });
  fireEvent.click(screen.getByText('Save the change'));
  await waitFor(() => expect(screen.queryByText(/Changed since it was saved/)).toBeNull());
  expect(called('PATCH /api/v1/comparisons/c1')[0]?.body).toEqual({ state: { a: 'r2', b: 'r1' } });
});

it('says what is gone, of the saved comparison and of its runs', async () => {
  answers['/api/v1/compare'] = Response.json(
    { title: 'Deleted', detail: 'The run “default” (r1) was deleted on 2026-11-20' },
    { status: 410 },
  );
  await open('/c/c1');
  expect(await screen.findByText('This saved comparison can no longer be opened')).toBeTruthy();
  expect(screen.getByText('The run “default” (r1) was deleted on 2026-11-20.')).toBeTruthy();
  answers['/api/v1/comparisons/c9'] = Response.json({ title: 'Not found', detail: 'No' }, { status: 404 });
  await open('/c/c9');
  expect(await screen.findByText('There is no saved comparison at this address')).toBeTruthy();
});
