import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { draw } from '@/test/render';

import { SpaceBanner } from './space-banner';

const SENTENCE = '90 MB are left in /srv/dyno, where Dynoboard keeps its data.';

const answer = (level: string) => {
  const fetched = vi.fn(() =>
    Promise.resolve(Response.json({ level, folder: '/srv/dyno', free_bytes: 94371840, sentence: SENTENCE })),
  );
  vi.stubGlobal('fetch', fetched);
  return fetched;
};

it.each([
  ['low', 'Disk space is low'],
  ['out', 'Disk space has run out'],
])('says when space is %s, and what to do', async (level, title) => {
  answer(level);
  await draw(<SpaceBanner />);
  expect((await screen.findByRole('alert')).textContent).toContain(title);
  expect(screen.getByText(SENTENCE, { exact: false })).toBeTruthy();
  expect(screen.getByRole('link', { name: /What to do/ }).getAttribute('href')).toContain('/docs/install');
});

it('is not there while there is room', async () => {
  const fetched = answer('fine');
  await draw(<SpaceBanner />);
  await waitFor(() => expect(fetched).toHaveBeenCalled());
  expect(screen.queryByRole('alert')).toBeNull();
});
