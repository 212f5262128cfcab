import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { ADMIN, draw } from '@/test/render';

import { Accounts } from './accounts';

const account = (login: string, more: object = {}) => ({
  id: login,
  login,
  name: login,
  role: 'admin',
  can_reach_hosts: false,
  has_password: true,
  created_at: '2026-11-20T12:00:00Z',
  last_used_at: null,
  disabled_at: null,
  ...more,
});

const open = async (...accounts: object[]) => {
  vi.stubGlobal('fetch', async () => Response.json(accounts));
  await draw(<Accounts />);
  const rows = within(await screen.findByRole('table', { name: 'Accounts' })).getAllByRole('row');
  return rows.slice(1).map((row) => within(row));
};

it('does not offer what would be refused for the last admin, and says why', async () => {
  const [ada, bob] = await open(
    account('ada'),
    account('bob', { role: 'operator' }),
    account('eve', { disabled_at: '2026-11-21T12:00:00Z' }),
  );
  expect(ada?.queryByRole('button', { name: 'Disable' })).toBeNull();
  expect(ada?.getByText('The last admin: make somebody else an admin first.')).toBeTruthy();
  expect(ada?.getByLabelText('Role of ada')).toHaveProperty('disabled', true);
  expect(bob?.getByRole('button', { name: 'Disable' })).toBeTruthy();
});

it('lets somebody without the right “hosts” take it away, and not give it', async () => {
  const me = { ...ADMIN, can_reach_hosts: false };
  const people = [account('bob'), account('eve', { can_reach_hosts: true })];
  vi.stubGlobal('fetch', async ({ url }: Request) => Response.json(url.endsWith('/me') ? me : people));
  await draw(<Accounts />, '/', me);
  expect(await screen.findByLabelText('bob may reach into hosts')).toHaveProperty('disabled', true);
  expect(screen.getByLabelText('eve may reach into hosts')).toHaveProperty('disabled', false);
});

it('offers it where there are two', async () => {
  const [ada] = await open(account('ada'), account('bob'));
  expect(ada?.getByRole('button', { name: 'Disable' })).toBeTruthy();
});

it('makes a link for a forgotten password, and shows it once', async () => {
  const asked: string[] = [];
  const link = { url: 'https://dyno.example/account#sign-in=c0de', expires_at: '2026-11-26T12:00:00Z' };
  vi.stubGlobal('fetch', async ({ method, url }: Request) => {
    if (method === 'POST') asked.push(url);
    return Response.json(method === 'POST' ? link : url.endsWith('/me') ? ADMIN : [account('bob')]);
  });
  await draw(<Accounts />);
  fireEvent.click(await screen.findByRole('button', { name: 'Reset bob’s password' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Make the link' }));
  await screen.findByText(link.url);
  expect(asked.map((url) => new URL(url).pathname)).toEqual(['/api/v1/accounts/bob/password-links']);
});

it('offers no link for who signs in otherwise, or is disabled', async () => {
  await open(
    account('ada', { has_password: false }),
    account('eve', { disabled_at: '2026-11-21T12:00:00Z' }),
  );
  expect(screen.queryByRole('button', { name: /Reset/ })).toBeNull();
});
