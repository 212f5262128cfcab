import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

import type { Experiment } from '@/api/types';
import { draw } from '@/test/render';
import { deltas, experiment } from '@/test/samples/experiment';

import { scopeOf } from '../view/scope';

import { RetestOfferSection } from './retest-offer-section';
import { RetestResultSection } from './retest-result-section';

const RATE = 'requests_per_s';
const sentence = '“workers 22” came out best of 3, at +26.7%. Part of that is luck.';
const offer = { why_not: null, first: deltas[0], candidates: 3, sentence, rounds: 24, seconds: 90 };

let answer: unknown;
const asked: string[] = [];
beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal('fetch', async (request: Request) => {
    asked.push(new URL(request.url).pathname + new URL(request.url).search);
    return Response.json(answer);
  });
});

const offered = (found: Experiment, metric = RATE) =>
  draw(<RetestOfferSection experiment={found} scope={scopeOf(found)} metric={metric} />, '/?open=retest');

it('offers fresh trials of the winner, and says why and how long', async () => {
  answer = {
    ...offer,
    definition: {},
    retests: [{ id: 'r1', name: 'Re-test of workers 22', state: 'finished' }],
  };
  await offered(experiment());
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(screen.getByText(/24 rounds, about 1 min 30 s/)).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Re-test the winner' });
  expect(link.getAttribute('href')).toBe('/new?retest=x7k2m9&step=plan');
  const earlier = screen.getByRole('link', { name: 'Re-test of workers 22' });
  expect(earlier.getAttribute('href')).toBe('/experiments/r1');
});

it('asks for the best by the metric that the page shows', async () => {
  answer = { ...offer, definition: {}, retests: [] };
  await offered(experiment(), 'latency_p99');
  const link = await screen.findByRole('link', { name: 'Re-test the winner' });
  expect(link.getAttribute('href')).toContain('metric=latency_p99');
  expect(asked).toEqual(['/api/v1/experiments/x7k2m9/retest?metric=latency_p99']);
});

it('offers nothing while it runs, for an import, and where there is no winner', async () => {
  await offered(experiment({ state: 'running' }));
  await offered(experiment({ origin: 'imported' }));
  expect(asked).toEqual([]);
  answer = { ...offer, why_not: 'No variant is better', definition: null, retests: [] };
  const { container } = await offered(experiment());
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  expect(container.querySelector('section')).toBeNull();
});

it('shows the first figure beside the re-test', async () => {
  const again = { ...deltas[0], change: 0.21, low: 0.18, high: 0.24, n: 24 };
  answer = {
    source: { id: 'old', name: 'A sweep' },
    first: deltas[0],
    again,
    sentence: '+26.7% at first, +21.0% in the re-test: it holds.',
  };
  const derived = { how: 'retest' as const, experiment: { id: 'old', name: 'A sweep' } };
  await draw(<RetestResultSection experiment={experiment({ derived })} metric={RATE} />);
  expect(await screen.findByText('+26.7% at first, +21.0% in the re-test: it holds.')).toBeTruthy();
  expect([screen.getByText('+26.7%'), screen.getByText('+21.0%')]).toHaveLength(2);
  expect(screen.getByText('from 24 rounds')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'A sweep' }).getAttribute('href')).toBe('/experiments/old');
});

it('waits for the figure of a re-test that has none yet', async () => {
  answer = { source: { id: 'old', name: 'A sweep' }, first: deltas[0], again: null, sentence: '…' };
  const derived = { how: 'retest' as const, experiment: { id: 'old', name: 'A sweep' } };
  await draw(<RetestResultSection experiment={experiment({ derived })} metric={RATE} />);
  expect(await screen.findByText('No valid round of both sides.')).toBeTruthy();
  expect(screen.queryByText(/NaN/)).toBeNull();
});
