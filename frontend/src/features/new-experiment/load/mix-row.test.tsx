import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { draw } from '@/test/render';

import { MixRowFields } from './mix-row';

const row = (body: string | { bytes: number }) => (
  <MixRowFields row={{ path: '/', method: 'POST', body }} number={1} onChange={vi.fn()} onRemove={vi.fn()} />
);

it('says that “2 kB” is sent as it stands, and not as so many bytes', async () => {
  draw(row('2 kB'));
  await screen.findByText('The body is this text of 4 bytes.');
});

it('says nothing of a body given by its size', async () => {
  draw(row({ bytes: 2000 }));
  await screen.findByDisplayValue('2000 bytes');
  expect(screen.queryByText(/The body is/)).toBeNull();
});
