import { cleanup, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { ADMIN, draw } from '@/test/render';

import { AccountPage } from './account-page';
import { PasswordSection } from './password-section';

it('offers tokens and a password to an account, and tells the dashboard’s token how to get one', async () => {
  vi.stubGlobal('fetch', async () => Response.json([]));
  await draw(<AccountPage />);
  expect(await screen.findByRole('heading', { name: 'API tokens' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Password' })).toBeTruthy();
  cleanup();
  await draw(<AccountPage />, '/', { ...ADMIN, account_id: null });
  expect(await screen.findByText('dyno login')).toBeTruthy();
  expect(screen.queryByRole('heading', { name: /API tokens|Password/ })).toBeNull();
});

it.each([true, false])('names links of “dyno login” to their account alone: %s', async (isOwners) => {
  const ways = { provider: 'Acme', refused: null };
  vi.stubGlobal('fetch', async ({ url }: Request) => Response.json(url.endsWith('/session') ? ways : []));
  await draw(<AccountPage />, '/', { ...ADMIN, has_provider: true, is_owners: isOwners });
  expect(await screen.findByText(isOwners ? 'By Acme, or links of “dyno login”.' : 'By Acme.')).toBeTruthy();
});

it.each([
  ['current', 'Current password', 'The current password is wrong'],
  ['new', 'New password', 'must not contain your name'],
])('says what is wrong with the %s password beside its field alone', async (place, label, message) => {
  const refusal = { title: 'Invalid values', status: 422, detail: message, errors: [{ place, message }] };
  vi.stubGlobal('fetch', async () => Response.json(refusal, { status: 422 }));
  await draw(<PasswordSection hasPassword />);
  fireEvent.change(screen.getByLabelText(/^New password/), { target: { value: 'a long enough one' } });
  fireEvent.click(screen.getByRole('button', { name: 'Change the password' }));
  const text = await screen.findByText(message);
  const field = screen.getByLabelText(new RegExp(`^${label}`));
  expect(field.getAttribute('aria-describedby')).toContain(text.id);
  expect(screen.queryByRole('alert')).toBeNull();
});
