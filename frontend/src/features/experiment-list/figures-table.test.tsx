import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { drawPage } from '@/test/render';

import { columnsText, nextSort, parseColumns, parseSort } from './columns';
import { compareSides } from './compare-sides';
import { ExperimentsPage } from './experiments-page';

const change = (metric: string, size: number, verdict: string) => ({
  metric,
  change: size,
  low: size - 0.02,
  high: size + 0.02,
  verdict,
});
const row = (id: string, name: string, figures: object | null, state = 'finished') => ({
  id,
  name,
  state,
  kind: 'compare',
  origin: 'measured',
  recipe: 'workers',
  owner: { id: 'a1', login: 'ada', name: 'Ada' },
  testbed: { id: 't', name: 'lab' },
  tags: [],
  starred: false,
  archived: false,
  tool: 'wrk',
  runs: 2,
  rounds: 5,
  created_at: '2026-11-20T12:00:00Z',
  headline: figures && { sentence: `${name} raises throughput.`, settled: true, answers: [] },
  figures,
  failure: null,
  progress: figures ? null : { step: 'waits for lab' },
});
const run = (id: string, variant: string, is_baseline = false, is_control = false) => ({
  id,
  variant,
  is_baseline,
  is_control,
  deleted: false,
});
const ROWS = [
  row('e1', 'Pinned', {
    change: change('requests_per_s', 0.922, 'better'),
    p99: change('latency_p99', -0.31, 'better'),
    seconds: 754.4,
  }),
  row('e2', 'Queued', null, 'queued'),
];
const DETAILS: Record<string, object> = {
  e1: {
    ...ROWS[0],
    run_list: [run('r1', 'default', true), run('r2', 'default', false, true), run('r3', 'pinned')],
  },
  e2: { ...ROWS[1], created_at: '2026-11-19T12:00:00Z', run_list: [run('q1', 'default', true)] },
};
const orders: string[] = [];

beforeEach(() => {
  orders.length = 0;
  localStorage.clear();
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname, searchParams } = new URL(request.url);
    const id = pathname.split('/').at(-1) ?? '';
    if (DETAILS[id]) return Response.json(DETAILS[id]);
    if (pathname !== '/api/v1/experiments') return Response.json([]);
    orders.push(`${searchParams.get('sort')} ${searchParams.get('order')}`);
    return Response.json(ROWS);
  });
});

const open = async (address = '') => {
  const page = await drawPage(<ExperimentsPage />, '/experiments', `/experiments${address}`);
  await screen.findByText('Pinned');
  return page;
};
const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);

describe('the table of experiments', () => {
  it('has the figures of a row, and its sentence as the second line', async () => {
    await open();
    const cells = within(screen.getByRole('row', { name: /Pinned/ })).getAllByRole('cell');
    const texts = cells.map(({ textContent }) => textContent);
    expect(texts[1]).toContain('Pinned raises throughput.');
    expect(texts.slice(2, 5)).toEqual(['better', '+92.2%', '−31.0%']);
    expect(texts[6]).toBe('12 min 34 s');
    const waiting = within(screen.getByRole('row', { name: /Queued/ })).getAllByRole('cell');
    expect(waiting.slice(2, 6).map(({ textContent }) => textContent)).toEqual(['queued', '–', '–', '–']);
  });

  it('has no colour for verdicts that are not trusted', async () => {
    const headline = { ...ROWS[0]!.headline, trust: { level: 'red', label: 'Not trustworthy', reasons: [] } };
    vi.stubGlobal('fetch', async ({ url }: Request) =>
      Response.json(
        new URL(url).pathname === '/api/v1/experiments' ? [{ ...ROWS[0], headline }, ROWS[1]] : [],
      ),
    );
    await open();
    expect(screen.getByRole('row', { name: /Pinned/ }).closest('[data-untrusted="true"]')).toBeTruthy();
    expect(screen.getByRole('row', { name: /Queued/ }).closest('[data-untrusted="true"]')).toBeNull();
  });

  it('begins with the result, and says after it why it cannot be trusted', async () => {
    const opening = 'The machine was busy: other programs took 90% of its CPU.';
    const headline = { ...ROWS[0]!.headline, opening, sentence: `${opening} Pinned raises throughput.` };
    vi.stubGlobal('fetch', async ({ url }: Request) =>
      Response.json(new URL(url).pathname === '/api/v1/experiments' ? [{ ...ROWS[0], headline }] : []),
    );
    await open();
    expect(screen.getByText(`Pinned raises throughput. ${opening}`)).toBeTruthy();
  });

  it('is sorted on the server by the column that was pressed, and says so in the address', async () => {
    const { router } = await open('?q=tag%3Anightly&before=e9');
    fireEvent.click(screen.getByRole('button', { name: /^Change/ }));
    await waitFor(() => expect(orders.at(-1)).toBe('change desc'));
    expect(router.state.location.search).toEqual({ q: 'tag:nightly', sort: '-change' });
    const head = () => screen.getByRole('columnheader', { name: /^Change/ });
    await waitFor(() => expect(head().getAttribute('aria-sort')).toBe('descending'));
    fireEvent.click(within(head()).getByRole('button'));
    await waitFor(() => expect(orders.at(-1)).toBe('change asc'));
    expect(head().getAttribute('aria-sort')).toBe('ascending');
  });

  it('keeps the columns that a person chose, and has them in the address', async () => {
    const { router, unmount } = await open();
    fireEvent.click(screen.getByRole('button', { name: 'Columns' }));
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Recipe' }));
    await waitFor(() =>
      expect(router.state.location.search).toEqual({
        columns: 'verdict,change,p99,trust,minutes,when,recipe',
      }),
    );
    expect(heads()).toContain('Recipe');
    unmount();
    const again = await open();
    await waitFor(() => expect(again.router.state.location.search).toHaveProperty('columns'));
    expect(heads()).toContain('Recipe');
    again.unmount();
    await open('?columns=change'); // of somebody else: it is shown, and not kept
    expect(heads()).toEqual(['Choose', 'Experiment', 'Change']);
    expect(localStorage.getItem('dyno-experiment-columns')).toContain('recipe');
  });

  it('opens Compare with the experiments that were ticked, the oldest as the baseline', async () => {
    const { router } = await open();
    for (const box of screen.getAllByRole('checkbox', { name: /^Choose/ })) fireEvent.click(box);
    fireEvent.click(screen.getByRole('button', { name: 'Compare' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/compare'));
    expect(router.state.location.search).toEqual({ a: 'q1', b: 'r1,r3' });
  });
});

describe('what the address says', () => {
  it('is dropped where it is no column', () => {
    for (const text of ['', 'définition', '-', '--change', 'change; drop', '🐎'.repeat(500)]) {
      expect(parseSort(text)).toEqual({ key: 'when', isDown: true });
    }
    expect(parseSort('-p99')).toEqual({ key: 'p99', isDown: true });
    expect(parseColumns('p99,verdict,p99,__proto__,🐎').map(({ key }) => key)).toEqual(['verdict', 'p99']);
    expect(parseColumns(columnsText([]))).toEqual([]);
  });

  it('names the usual order and the usual columns by nothing', () => {
    expect(nextSort({ key: 'when', isDown: false }, 'when')).toBeUndefined();
    expect(nextSort({ key: 'change', isDown: true }, 'name')).toBe('name');
    expect(columnsText(parseColumns(undefined).map(({ key }) => key))).toBeUndefined();
  });
});

it('compares the variants of one experiment with its baseline, at most eight sides', () => {
  const runs = [
    run('c', 'c'),
    run('b', 'b', true),
    ...Array.from({ length: 9 }, (_, n) => run(`x${n}`, `${n}`)),
  ];
  const sides = compareSides([{ created_at: '2026', run_list: runs as never }]);
  expect(Object.keys(sides)).toHaveLength(8);
  expect([sides.a, sides.b]).toEqual(['b', 'c']);
});
