import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

import { drawPage } from '@/test/render';
import { delta, deltas, experiment, trial } from '@/test/samples/experiment';

import { ExperimentPage } from './experiment-page';

const ID = 'x7k2m9';
let answerTail: (body: unknown) => void;

beforeEach(() => {
  const tail = new Promise((resolve) => (answerTail = resolve));
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === `/api/v1/experiments/${ID}`) return Response.json(experiment({ factors: {} }));
    if (pathname.endsWith('/trials')) return Response.json([trial('t1')]);
    if (!pathname.endsWith('/deltas')) return Response.json([]);
    return Response.json(searchParams.get('metric') === 'latency_p99' ? await tail : deltas);
  });
});

it('keeps the table of the metric before until the figures of another are there', async () => {
  await drawPage(<ExperimentPage />, '/experiments/$id', `/experiments/${ID}`);
  const table = await screen.findByRole('table', { name: 'Runs' });
  expect(within(table).getByText('Δ req/s')).toBeTruthy();
  fireEvent.change(screen.getByRole('combobox', { name: 'Metric' }), { target: { value: 'latency_p99' } });
  await waitFor(() => expect(document.querySelector('#deltas [aria-busy="true"]')).toBeTruthy());
  expect(within(screen.getByRole('table', { name: 'Runs' })).getByText('Δ req/s')).toBeTruthy();
  answerTail([delta('pinned', { change: -0.12, low: -0.15, high: -0.09 })]);
  expect(await screen.findByText('Δ p99')).toBeTruthy();
});

it('draws bars of another metric where those of the metric before stood, without building them anew', async () => {
  await drawPage(<ExperimentPage />, '/experiments/$id', `/experiments/${ID}`);
  const bar = await screen.findByRole('button', { name: /\+26\.7%/ });
  fireEvent.change(screen.getByRole('combobox', { name: 'Metric' }), { target: { value: 'latency_p99' } });
  await waitFor(() => expect(document.querySelector('#deltas [aria-busy="true"]')).toBeTruthy());
  answerTail([delta('pinned', { change: -0.12, low: -0.15, high: -0.09 })]);
  await waitFor(() => expect(document.querySelector('#deltas [aria-busy="true"]')).toBeNull());
  expect(bar.isConnected).toBe(true);
  expect(bar.textContent).toContain('−12');
});
