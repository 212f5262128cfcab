import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { draw } from '@/test/render';

import { Deliveries } from './deliveries';

const DELIVERY = {
  id: 'd1',
  kind: 'test',
  title: 'Test: ops',
  sentence: 'This is a test.',
  path: '/account/notices',
  to: 'ops',
  at: '2026-11-22T05:00:00Z',
  state: 'given_up',
  tries: 7,
  next_at: null,
  outcome: 'answered 500',
};

it('sends once for two clicks, while the first is on its way', async () => {
  const sent: string[] = [];
  let answer: (response: Response) => void = () => undefined;
  vi.stubGlobal('fetch', (request: Request) => {
    if (request.method === 'GET') return Promise.resolve(Response.json([DELIVERY]));
    sent.push(new URL(request.url).pathname);
    return new Promise<Response>((resolve) => (answer = resolve));
  });
  await draw(<Deliveries />);
  fireEvent.click(await screen.findByRole('button', { name: 'Send again' }));
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send again' }).disabled).toBe(true),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Send again' }));
  answer(Response.json(DELIVERY, { status: 202 }));
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send again' }).disabled).toBe(false),
  );
  expect(sent).toEqual(['/api/v1/deliveries/d1/again']);
});
