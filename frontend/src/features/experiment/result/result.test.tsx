import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import type { Experiment } from '@/api/types';
import { drawPage } from '@/test/render';
import { experiment } from '@/test/samples/experiment';

import { scopeOf } from '../view/scope';

import { Result } from './result';

const OPENING = 'The machine was busy.';
const busy = {
  ...experiment().headline,
  lead: [OPENING, 'Nothing is settled.'],
  opening: OPENING,
  settle: '',
  trust: {
    level: 'red',
    label: 'Not trustworthy',
    reasons: [{ code: 'busy_host', level: 'red', sentence: OPENING }],
  },
  next_step: { kind: 'measure_again', label: 'Measure again', sentence: '', seconds: 200 },
} as NonNullable<Experiment['headline']>;

const draw = (found: Experiment) =>
  drawPage(
    <Result experiment={found} scope={scopeOf(found)} metric="requests_per_s" wasUnfinished={false} />,
    '/experiments/$id',
    `/experiments/${found.id}`,
  );

it('tells question, trust, answer and next step, each once and in this order', async () => {
  const { router } = await draw(experiment({ question: 'Does pinning help?', headline: busy }));
  const result = await screen.findByRole('region', { name: 'Result' });
  const texts = ['Does pinning help?', 'Not trustworthy', OPENING, 'Nothing is settled.'];
  const places = texts.map((text) => within(result).getAllByText(text));
  expect(places.map(({ length }) => length)).toEqual([1, 1, 1, 1]);
  places.reduce((before, after) => {
    expect(before[0]!.compareDocumentPosition(after[0]!)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    return after;
  });
  fireEvent.click(within(result).getByRole('button', { name: /Measure again · 4 min/ }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ reproduce: '1' }));
});

it('leads from a step to its bisect', async () => {
  const step = { kind: 'bisect' as const, label: 'See the bisect', sentence: 'A step.', bisect_id: 'b1' };
  await draw(experiment({ headline: { ...busy, next_step: step } }));
  const link = await screen.findByRole('link', { name: 'See the bisect' });
  expect(link.getAttribute('href')).toBe('/bisects/b1');
});

it('says when the answer comes, and only while there is none', async () => {
  const promise = 'The answer comes here after the last trial.';
  const { unmount } = await draw(experiment({ state: 'running', headline: null }));
  expect(await screen.findByText(promise)).toBeTruthy();
  unmount();
  await draw(experiment({ state: 'cancelled', headline: null }));
  await screen.findByRole('region', { name: 'Result' });
  expect(screen.queryByText(promise)).toBeNull();
});

it('has no next step while it runs', async () => {
  await draw(experiment({ state: 'running', headline: busy }));
  await screen.findByText('Nothing is settled.');
  expect(screen.queryByRole('button')).toBeNull();
});

it('says what a change consists of, but not beside an answer about factors', async () => {
  const cause = 'The loss is 63% CPU.';
  const trust = { ...busy.trust!, level: 'green' as const, reasons: [] };
  const greenResult = { ...busy, cause, trust };
  const variants = { factors: {} };
  const { unmount } = await draw(experiment({ headline: greenResult }));
  await screen.findByText('Nothing is settled.');
  expect(screen.queryByText(cause)).toBeNull();
  unmount();
  await draw(experiment({ ...variants, headline: greenResult }));
  expect(await screen.findByText(cause)).toBeTruthy();
});
