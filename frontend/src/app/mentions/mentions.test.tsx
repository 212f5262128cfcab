import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';

import { draw } from '@/test/render';

import { Mentions } from './mentions';

const ONE = {
  id: 'e1',
  of: 'experiment',
  name: 'workers',
  line: 'please @ada look',
  by: { id: 'g', login: 'grace', name: 'Grace' },
  at: '2026-11-23T09:00:00Z',
};

/** What the page asked for; `unread` is what the server has. */
function server(unread: object[]) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (request: Request) => {
    asked.push(`${request.method} ${new URL(request.url).pathname}`);
    return Promise.resolve(
      request.method === 'GET' ? Response.json(unread) : new Response(null, { status: 204 }),
    );
  });
  return asked;
}

afterEach(() => vi.unstubAllGlobals());

it('shows nothing to whom nobody has mentioned', async () => {
  const asked = server([]);
  await draw(<Mentions />);
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(screen.queryByRole('button')).toBeNull();
});

it('says how many are unread, by whom, and leads to the notes', async () => {
  server([ONE, { ...ONE, id: 'c1', of: 'comparison', name: 'sides', by: null }]);
  const { router } = await draw(<Mentions />);
  fireEvent.click(await screen.findByRole('button', { name: '2 unread mentions' }));
  expect(await screen.findByText(/^Grace, /)).toBeTruthy();
  expect(screen.getByText(/^by the dashboard’s token, /)).toBeTruthy();
  fireEvent.click(screen.getByRole('menuitem', { name: /workers/ }));
  await waitFor(() => expect(router.state.location.href).toBe('/experiments/e1#notes'));
});

it('marks all as read', async () => {
  const asked = server([ONE]);
  await draw(<Mentions />);
  fireEvent.click(await screen.findByRole('button', { name: '1 unread mention' }));
  fireEvent.click(await screen.findByText('Mark all as read'));
  await waitFor(() => expect(asked).toContain('DELETE /api/v1/me/mentions'));
});
