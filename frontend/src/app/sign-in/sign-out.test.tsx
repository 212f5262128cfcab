import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

import { queryClient } from '@/api/query-client';
import { setGate } from '@/api/session';
import { Sessions } from '@/features/account/sessions';
import { draw } from '@/test/render';

import { SignInGate } from '../providers';

const at = '2026-11-22T05:00:00Z';
const SESSIONS = [
  {
    id: 'a',
    came_from: 'link',
    browser: 'Firefox on Linux',
    created_at: at,
    last_used_at: at,
    is_this: true,
  },
  {
    id: 'b',
    came_from: 'invited',
    browser: 'Safari on iPhone',
    created_at: at,
    last_used_at: at,
    is_this: false,
  },
];

function server() {
  const sent: string[] = [];
  vi.stubGlobal('fetch', (request: Request) => {
    const { pathname } = new URL(request.url);
    sent.push(`${request.method} ${pathname}`);
    return Promise.resolve(
      request.method === 'GET' ? Response.json(SESSIONS) : new Response(null, { status: 204 }),
    );
  });
  return sent;
}

beforeEach(() => setGate({ isLocked: false, entering: false }));
const open = () =>
  draw(
    <SignInGate>
      <Sessions />
    </SignInGate>,
  );

it('names every browser, marks this one, and ends another', async () => {
  const sent = server();
  await open();
  const [mine, other] = await screen.findAllByRole('listitem');
  expect(within(mine as HTMLElement).getByText('this one')).toBeTruthy();
  expect(within(mine as HTMLElement).queryByRole('button')).toBeNull();
  expect(other?.textContent).toContain('by an invitation');
  fireEvent.click(screen.getByRole('button', { name: 'End the session of Safari on iPhone' }));
  await waitFor(() => expect(sent).toContain('DELETE /api/v1/sessions/b'));
});

it.each([
  ['Sign out', 'DELETE /api/v1/session'],
  ['Sign out everywhere', 'DELETE /api/v1/sessions'],
])('%s shows the sign-in page and forgets what was loaded', async (name, request) => {
  const sent = server();
  await open();
  queryClient.setQueryData(['runs', 'secret'], 1);
  fireEvent.click(await screen.findByRole('button', { name }));
  expect(await screen.findByText('Sign in to Dynoboard')).toBeTruthy();
  expect(sent).toContain(request);
  expect(queryClient.getQueryData(['runs', 'secret'])).toBeUndefined();
});
