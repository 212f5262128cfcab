import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';

import { METRICS } from '@/api/catalog';
import type { Experiment } from '@/api/types';
import { draw } from '@/test/render';
import { delta, deltas, effects, experiment, failedRequests, pivot, rate } from '@/test/samples/experiment';

import { PublishedView } from '../published/published-view';
import { scopeOf } from '../view/scope';
import type { ExperimentSearch } from '../view/search';

import { EffectsSection } from './effects-section';
import { GridBars } from './grid-bars';
import { InteractionsSection } from './interactions-section';
import { PivotView } from './pivot-view';

const ID = 'x7k2m9';
const PATH = `/api/v1/experiments/${ID}`;
let answers: Record<string, unknown>;
let asked: string[];

beforeEach(() => {
  asked = [];
  answers = {
    [`${PATH}/deltas`]: deltas,
    [`${PATH}/pivot`]: pivot(),
    [`${PATH}/main-effects`]: effects(),
  };
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname, search } = new URL(request.url);
    asked.push(`${pathname}${decodeURIComponent(search)}`);
    const body = answers[pathname];
    return body instanceof Response ? body.clone() : Response.json(body ?? []);
  });
});

const VIEWS = { pivot: PivotView, bars: GridBars, published: PublishedView };

type Shown = keyof typeof VIEWS | 'effects' | 'interactions';

function Page({ view, found }: { view: Shown; found: Experiment }) {
  const search: ExperimentSearch = useSearch({ strict: false });
  const scope = useMemo(() => scopeOf(found), [found]);
  if (view === 'effects') return <EffectsSection experiment={found} scope={scope} search={search} />;
  if (view === 'interactions') return <InteractionsSection experiment={found} {...{ scope, search }} />;
  const View = VIEWS[view];
  return <View experiment={found} {...{ scope, search, deltas }} metric={rate} inOrder={false} />;
}

async function open(view: Shown, address = '', found: Experiment = experiment()) {
  const { router } = await draw(<Page view={view} found={found} />, `/${address}`);
  return router;
}

it('shows any two factors for any metric, with what each place is worth', async () => {
  const router = await open('pivot', '?rows=log&columns=workers&at=pin:cores');
  const table = await screen.findByRole('table', { name: 'Mean req/s by log and workers, pin cores' });
  const cell = within(table).getByRole('link', { name: /347.5k req\/s/ });
  expect(cell.getAttribute('href')).toBe('/runs/off-22');
  expect(within(table).getByText('not in the grid')).toBeTruthy();
  expect(asked).toContain(`${PATH}/pivot?metric=requests_per_s&rows=log&columns=workers&at=pin:cores`);
  fireEvent.focus(cell);
  expect(await screen.findByText('95% interval +15.9 … +38.5%, adjusted p 0.003')).toBeTruthy();

  const controls = screen.getAllByRole('combobox', { name: 'Metric' }).at(-1) as HTMLSelectElement;
  expect([...controls.options].map(({ value }) => value)).toEqual(METRICS.map(({ name }) => name));
  fireEvent.click(screen.getByRole('button', { name: 'Swap rows and columns' }));
  await waitFor(() =>
    expect(router.state.location.search).toMatchObject({ rows: 'workers', columns: 'log' }),
  );
  fireEvent.change(screen.getByRole('combobox', { name: 'pin' }), { target: { value: 'mean' } });
  await waitFor(() => expect(router.state.location.search).toMatchObject({ at: 'pin' }));
  expect(asked.at(-1)).toContain('at=pin');
});

it('goes from cell to cell by the arrow keys', async () => {
  await open('pivot');
  const table = await screen.findByRole('table', { name: /^Mean req\/s/ });
  const cells = [...table.querySelectorAll<HTMLElement>('[data-cell]')];
  expect(cells.map((cell) => cell.tabIndex)).toEqual([0, -1, -1, -1]);
  cells[0]?.focus();
  fireEvent.keyDown(cells[0] ?? table, { key: 'ArrowDown' });
  expect(document.activeElement).toBe(cells[2]);
  fireEvent.keyDown(cells[2] ?? table, { key: 'ArrowRight' });
  expect(document.activeElement).toBe(cells[3]);
  fireEvent.keyDown(cells[3] ?? table, { key: 'ArrowRight' });
  expect(document.activeElement).toBe(cells[3]);
});

it('says what it averages over, and what it leaves out', async () => {
  answers[`${PATH}/pivot`] = pivot({
    averaged: ['pin'],
    over: 2,
    fixed: {},
    left_out: ['log disk is left out everywhere: no figure for workers 22'],
  });
  await open('pivot', '?rows=log&columns=workers&at=pin');
  expect(await screen.findByText(/mean over the same 2 levels of pin/)).toBeTruthy();
  expect(screen.getByText(/log disk is left out everywhere/)).toBeTruthy();
});

it('draws the same places as bars with their trials', async () => {
  await open('bars', '?rows=log&columns=workers');
  expect(await screen.findByRole('region', { name: 'req/s by log and workers' })).toBeTruthy();
  expect(screen.getByText(/A dot is a trial/).textContent).toContain(
    'log disk, workers 22: The grid has no run',
  );
});

it('tells what each factor does by itself, and in a table whether one depends on another', async () => {
  await open('effects');
  const section = await screen.findByRole('region', { name: /Main effects/ });
  expect(await within(section).findByText('+14.5%')).toBeTruthy();
  expect(within(section).getByText(/Only complete pairs count: workers 16/)).toBeTruthy();
  cleanup();
  await open('interactions', '?open=interactions');
  const crossed = await screen.findByRole('table', { name: 'Interactions of the factors' });
  expect(crossed.textContent).toContain('+27.6% at workers 22');
  expect(crossed.textContent).toContain('× 1.21 [1.06 … 1.38]');
});

it('says that there is none of a metric, in place of a chart of noughts', async () => {
  const found = effects();
  const none = { change: null, difference: 0, low: 0, high: 0, baseline_mean: 0, candidate_mean: 0 };
  const zero = found.effects.map((one) => ({ ...one, delta: delta('x', none) }));
  answers[`${PATH}/main-effects`] = { ...found, metric: failedRequests, effects: zero };
  await open('effects', '?metric=failed_requests');
  expect(await screen.findByText('No failed requests')).toBeTruthy();
  expect(screen.queryByRole('table', { name: 'Interactions of the factors' })).toBeNull();
});

it('has neither main effects nor a pivot for a list of variants', async () => {
  await open('effects', '', experiment({ factors: {} }));
  expect(screen.queryByText('Main effects')).toBeNull();
  expect(asked.some((one) => one.includes('main-effects'))).toBe(false);
  cleanup();
  await open('pivot', '', experiment({ factors: {} }));
  expect(await screen.findByText('This needs two factors')).toBeTruthy();
});

it('shows the write-up’s grid beside ours, and where its arithmetic does not hold', async () => {
  const row = {
    variant: 'workers 22 · cores · log off',
    factors: { workers: '22', pin: 'cores', log: 'off' },
    run_id: 'pinned',
    requests: null,
    requests_per_s: 347540,
    latency_mean: null,
    change: null,
    trials: [354322, 343963, 346928, 349629, 342861],
    mean: 347540.6,
    cv: 0.0133,
    delta: null,
    note: null,
  };
  const remark = 'Printed means cut off instead of rounded: 347540 for 347540.6.';
  const published = { source: 'Article C', note: null, rows: [row], remarks: [remark] };
  await open('published', '?rows=workers&columns=pin', experiment({ published }));
  const theirs = await screen.findByRole('table', { name: 'Published req/s log off' });
  expect(within(theirs).getByText(/^347\s540.6$/)).toBeTruthy();
  expect(within(theirs).getAllByText('not in the write-up')).toHaveLength(3);
  expect(screen.getByRole('table', { name: 'Our req/s log off' })).toBeTruthy();
  expect(screen.getByText(remark)).toBeTruthy();
});

it('says what went wrong, and tries again', async () => {
  answers[`${PATH}/pivot`] = Response.json({ title: 'Broken', detail: 'no database' }, { status: 500 });
  await open('pivot');
  expect(await screen.findByText(/no database/)).toBeTruthy();
});
