import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import type { Experiment } from '@/api/types';
import { ADMIN, drawPage } from '@/test/render';
import { experiment } from '@/test/samples/experiment';

import { MeasureMore } from './measure-more';

const offer = {
  rounds: 12,
  runs: 3,
  round_s: 40,
  max_rounds: 500,
  sentence: 'About 12 more rounds (8 min) would settle pinned.',
  why_not: '',
};
const unclear = (changes: Partial<Experiment> = {}) => experiment({ more: offer, ...changes });

const draw = (subject: Experiment, me = ADMIN) =>
  drawPage(<MeasureMore experiment={subject} />, '/experiments/$id', '/experiments/x7k2m9', me);

it('says what would settle it, asks with its cost, and sends the number that was chosen', async () => {
  const requests: Request[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    requests.push(request.clone());
    return Response.json(experiment({ state: 'queued' }));
  });
  await draw(unclear());
  await screen.findByText(offer.sentence);
  fireEvent.click(screen.getByRole('button', { name: 'Measure more' }));
  const input = await screen.findByLabelText('Rounds');
  expect((input as HTMLInputElement).value).toBe('12');
  await screen.findByText(/Takes about 8 min\./);
  fireEvent.change(input, { target: { value: '30' } });
  await screen.findByText(/Takes about 20 min\./);
  fireEvent.click(screen.getByRole('button', { name: 'Measure 30 rounds' }));
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(requests[0]?.url).toMatch(/\/more$/);
  expect(await requests[0]?.json()).toEqual({ rounds: 30 });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('shows why the server refused it, and keeps the dialog', async () => {
  const detail = 'it is behind 1 share link; revoke or launch it again';
  vi.stubGlobal('fetch', async () =>
    Response.json({ title: 'Conflict', detail, status: 409, errors: [] }, { status: 409 }),
  );
  await draw(unclear());
  fireEvent.click(await screen.findByRole('button', { name: 'Measure more' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Measure 12 rounds' }));
  await screen.findByText(detail);
});

it('is off for viewers, with the reason, and absent where rounds cannot be added', async () => {
  await draw(unclear(), { ...ADMIN, role: 'viewer' });
  await screen.findByText(/Only operators can measure more\./);
  expect(screen.getByRole('button', { name: 'Measure more' }).hasAttribute('disabled')).toBe(true);
  const reason = 'its interim analyses used all of the 5%; launch it again';
  const { container } = await draw(unclear({ more: { ...offer, why_not: reason } }));
  await screen.findByText(`Rounds cannot be added: ${reason}.`);
  expect(container.querySelector('button')).toBeNull();
});

it('says afterwards in which stages it was measured, and what the first one said', async () => {
  const stage = {
    rounds: 10,
    added_rounds: 12,
    finished_at: null,
    headline: '',
    sentence: '10 + 12 rounds, in two stages. …',
  };
  await draw(experiment({ first_stage: stage }));
  await screen.findByText('10 + 12 rounds, in two stages. …');
});
