import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';

import { draw } from '@/test/render';

import { PasswordSection } from './password-section';

afterEach(() => vi.unstubAllGlobals());

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
