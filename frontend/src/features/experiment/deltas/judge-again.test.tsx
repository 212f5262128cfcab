import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import type { Experiment } from '@/api/types';
import { drawPage } from '@/test/render';
import { experiment } from '@/test/samples/experiment';

import { JudgeAgain } from './judge-again';

async function draw(version: number, fields: Partial<Experiment> = {}) {
  const shown = experiment({ rules: { version, launch: 1, today: 2, note: '' }, ...fields });
  await drawPage(<JudgeAgain experiment={shown} />, '/experiments/$id', '/experiments/x7k2m9');
}

it.each([
  [1, 'Judge again by rules 2', 2],
  [2, 'Back to rules 1', 1],
])('asks for the other rules than %i', async (version, name, other) => {
  const bodies: unknown[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    if (request.method === 'POST') bodies.push(await request.json());
    return Response.json(request.method === 'POST' ? experiment() : null);
  });
  await draw(version);
  fireEvent.click(await screen.findByRole('button', { name }));
  await vi.waitFor(() => expect(bodies).toEqual([{ version: other }]));
});

it('is not there before the end', async () => {
  vi.stubGlobal('fetch', async () => Response.json(null));
  await draw(1, { state: 'running' });
  expect(screen.queryByRole('button')).toBeNull();
});
