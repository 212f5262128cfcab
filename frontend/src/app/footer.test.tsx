import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { draw } from '@/test/render';

import { Footer } from './footer';

it('names the version of the server that answers, and links to its documentation', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ version: '1.2.3' })));
  await draw(<Footer />);
  expect(await screen.findByText('Dynoboard 1.2.3')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Documentation' }).getAttribute('href')).toBe('/docs');
});
