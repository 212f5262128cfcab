import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

import { ADMIN, drawPage } from '@/test/render';

import { TrendPage } from './trend-page';

const point = (n: number, verdict: string, marks: string[] = []) => ({
  experiment: { id: `e${n}`, name: `Night ${n}` },
  run_id: `r${n}`,
  name: 'workers 2',
  at: `2026-11-2${n}T12:00:00Z`,
  trials: 8,
  mean: (1000 + 100 * n) as number | null,
  half: 20 as number | null,
  is_baseline: false,
  baseline_mean: 900,
  change: 0.1 * n,
  low: 0.1 * n - 0.02,
  high: 0.1 * n + 0.02,
  verdict,
  is_untrusted: false,
  marks: marks.map((text) => ({ kind: 'facts', text })),
});
const variant = (hash: string, name: string) => ({
  hash,
  name,
  workload: 'short',
  experiments: 2,
  is_baseline: false,
});
let points: ReturnType<typeof point>[] = [];
const requests: Record<string, string>[] = [];

beforeEach(() => {
  points = [point(1, 'better'), point(2, 'worse', ['proxy: kernel 6.1.0 → 6.1.9'])];
  requests.length = 0;
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === '/api/v1/testbeds') return Response.json([{ id: 't', name: 'lab' }]);
    if (pathname !== '/api/v1/trend') return Response.json([]);
    requests.push(Object.fromEntries(searchParams));
    return Response.json({
      metric: searchParams.get('metric'),
      testbed: { id: 't', name: 'lab' },
      recipe: searchParams.get('recipe'),
      variant: variant('b', 'workers 2'),
      variants: [variant('b', 'workers 2'), variant('c', 'log off')],
      points,
      experiments: points.length,
      is_cut: false,
    });
  });
});

const open = (address = '', me = ADMIN) =>
  drawPage(<TrendPage />, '/experiments/trend', `/experiments/trend${address}`, me);

it('draws each experiment in the colour of its verdict, with its table and what changed between', async () => {
  const { container } = await open('?recipe=workers&tables=trend');
  expect(await screen.findByRole('heading', { name: /of workers 2/ })).toBeTruthy();
  const rows = (await screen.findAllByRole('row')).map(({ textContent }) => textContent);
  expect(rows[1]).toContain('+10.0%');
  expect(rows[2]).toMatch(/Night 2.*worse.*proxy: kernel 6.1.0 → 6.1.9/);
  expect(screen.getByText('Changed conditions')).toBeTruthy();
  expect(requests[0]).toEqual({ recipe: 'workers', metric: 'requests_per_s' });
  expect(container.textContent).not.toContain('undefined');
});

it('gives a verdict that is not trusted the colour of none', async () => {
  points = [{ ...point(1, 'better'), is_untrusted: true }, point(2, 'worse')];
  const { container } = await open();
  await screen.findByRole('heading', { name: /of workers 2/ });
  await waitFor(() => expect(container.querySelectorAll('circle[data-verdict]')).toHaveLength(2));
  const colours = [...container.querySelectorAll('circle[data-verdict]')].map((dot) =>
    dot.getAttribute('fill'),
  );
  expect(colours).toEqual(['var(--dyno-dot)', 'var(--dyno-worse)']);
});

it('explains the marks that it draws, and no others', async () => {
  const legend = (container: HTMLElement) =>
    [...container.querySelectorAll('ul[class*=legend] li')].map(({ textContent }) => textContent);
  points = [point(1, 'better'), point(2, 'fails_more'), { ...point(3, 'better'), is_untrusted: true }];
  const { container, unmount } = await open();
  await waitFor(() =>
    expect(legend(container)).toEqual(['better', 'fails more', 'not trustworthy', 'baseline']),
  );
  unmount();
  points = [point(1, 'same'), { ...point(2, 'unclear', ['proxy: kernel 6.1.0 → 6.1.9']) }];
  const view = await open();
  await waitFor(() =>
    expect(legend(view.container)).toEqual(['same, unclear', 'baseline', 'conditions changed']),
  );
});

it('breaks its line where the workload changed, for the figures there are not comparable', async () => {
  const change = { kind: 'workload', text: 'workload: tool wrk → ab, connections 10 → 20' };
  points = [
    point(1, 'better'),
    point(2, 'same'),
    { ...point(3, 'worse'), marks: [change] },
    point(4, 'same'),
    { ...point(5, 'same'), marks: [change] },
  ];
  const { container } = await open();
  await screen.findByRole('heading', { name: /of workers 2/ });
  await waitFor(() => expect(container.querySelectorAll('circle[data-verdict]')).toHaveLength(5));
  const paths = [...container.querySelectorAll('path.recharts-line-curve')];
  expect(paths.filter((path) => path.getAttribute('stroke') === 'var(--dyno-accent)')).toHaveLength(3);
  expect(container.querySelectorAll('path[data-baseline]')).toHaveLength(1); // of the last, which no line reaches
  expect(screen.getByText(/no line across a change of the workload/)).toBeTruthy();
});

it('keeps variant and metric in the address', async () => {
  const { router } = await open('?metric=no_metric');
  await screen.findByRole('heading', { name: /of workers 2/ });
  expect(requests[0]).toEqual({ metric: 'requests_per_s' });
  fireEvent.click(screen.getByRole('combobox', { name: 'Variant (experiments)' }));
  fireEvent.click(await screen.findByRole('option', { name: 'log off (2)' }));
  await waitFor(() =>
    expect(router.state.location.search).toMatchObject({ variant: 'c', workload: 'short' }),
  );
  await waitFor(() => expect(requests.at(-1)).toMatchObject({ variant: 'c', workload: 'short' }));
});

it('says what it needs where there is one experiment, or none', async () => {
  points = [point(1, 'better')];
  const { unmount } = await open();
  expect(await screen.findByRole('heading', { name: 'One experiment so far' })).toBeTruthy();
  expect(screen.getByText(/there is “Night 1”/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Reproduce it' }).getAttribute('href')).toBe(
    '/experiments/e1?reproduce=1',
  );
  unmount();
  const viewed = await open('', { ...ADMIN, role: 'viewer' });
  await screen.findByRole('heading', { name: 'One experiment so far' });
  expect(screen.queryByRole('link', { name: 'Reproduce it' })).toBeNull();
  viewed.unmount();
  points = [];
  await open();
  expect(await screen.findByRole('heading', { name: 'No finished experiment' })).toBeTruthy();
});

it('draws no chart of a metric that no experiment measured', async () => {
  points = points.map((measured) => ({ ...measured, mean: null, half: null }));
  const { container } = await open('?metric=lag_p99');
  expect(await screen.findByRole('heading', { name: 'No figures of this metric' })).toBeTruthy();
  expect(container.querySelector('.recharts-surface')).toBeNull();
});
