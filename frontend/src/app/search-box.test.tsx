import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

import { ADMIN, draw } from '@/test/render';

import SearchBox from './search-box';

const asked: string[] = [];
const answers: Record<string, unknown> = {
  '/api/v1/recipes': [
    {
      slug: 'upstream-keepalive',
      title: 'Keep-alive to the backend',
      summary: 'Idle connections.',
      own: null,
      on_testbed: [{ form: 'quick', seconds: 90 }],
    },
  ],
  '/api/v1/experiments': [
    { id: 'e2', name: 'After', state: 'finished' },
    { id: 'e1', name: 'Before', state: 'finished' },
  ],
};

beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url);
    asked.push(`${request.method} ${pathname} ${request.method === 'POST' ? await request.text() : ''}`);
    return Response.json(answers[pathname] ?? []);
  });
});

it('finds “keepalive” as “keep-alive”, and launches the recipe', async () => {
  await draw(<SearchBox openings={1} />);
  expect(await screen.findByText('Compare the last two')).toBeTruthy();
  expect(screen.getByText('Use the dark colours')).toBeTruthy();
  fireEvent.change(screen.getByRole('textbox', { name: 'Search' }), { target: { value: 'keepalive' } });
  const action = await screen.findByRole('button', { name: /^Launch “Keep-alive to the backend”/ });
  fireEvent.click(action);
  await waitFor(() =>
    expect(asked.find((one) => one.startsWith('POST /api/v1/experiments'))).toContain('upstream-keepalive'),
  );
});

it('opens the pages that one may use, and compares nothing where a single experiment has ended', async () => {
  const both = answers['/api/v1/experiments'] as unknown[];
  answers['/api/v1/experiments'] = both.slice(0, 1);
  await draw(<SearchBox openings={1} />, '/', { ...ADMIN, role: 'operator' });
  await waitFor(() => expect(asked).toContain('GET /api/v1/experiments '));
  expect(await screen.findByRole('button', { name: /^Queue/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Import/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Bisects/ })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^People/ })).toBeNull();
  expect(screen.queryByText('Compare the last two')).toBeNull();
  answers['/api/v1/experiments'] = both;
});
