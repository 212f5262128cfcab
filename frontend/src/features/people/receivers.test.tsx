import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

import { drawPage } from '@/test/render';

import { NoticesPage } from './notices-page';

let made: unknown[];
let refusal: object | undefined;
beforeEach(() => {
  made = [];
  refusal = undefined;
  vi.stubGlobal('fetch', async (request: Request) => {
    if (request.method !== 'POST') return Response.json([]);
    made.push(await request.json());
    if (refusal) return Response.json(refusal, { status: 422 });
    return Response.json({ id: 'r1', name: 'ops', secret: 'whsec_x' }, { status: 201 });
  });
});

async function fill() {
  await drawPage(<NoticesPage />, '/account/notices', '/account/notices');
  const opener = await screen.findByRole('button', { name: 'New receiver' });
  opener.focus();
  fireEvent.click(opener);
  fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), { target: { value: 'ops' } });
  fireEvent.change(screen.getByRole('textbox', { name: 'Address' }), { target: { value: 'https://a.test' } });
  return opener;
}

const submit = () => fireEvent.submit(screen.getByRole('textbox', { name: 'Name' }));

it('makes one receiver of two quick clicks, and shows its secret', async () => {
  await fill();
  submit();
  submit();
  expect(await screen.findByText('whsec_x')).toBeTruthy();
  expect(made).toHaveLength(1);
});

it.each(['name', 'address'])(
  'says beside the %s what is wrong with it, and takes a better one',
  async (place) => {
    const message = 'choose another one';
    refusal = { title: 'Invalid values', detail: message, errors: [{ place, message }] };
    await fill();
    submit();
    expect(await screen.findAllByText(message)).toHaveLength(1);
    expect(screen.getByRole('textbox', { name: new RegExp(place, 'i') }).getAttribute('aria-invalid')).toBe(
      'true',
    );
    expect(screen.queryByRole('alert')).toBeNull();
    refusal = undefined;
    submit();
    expect(await screen.findByText('whsec_x')).toBeTruthy();
  },
);

it('gives the focus back when its dialog is left', async () => {
  const opener = await fill();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(document.activeElement).toBe(opener));
});
