import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { draw } from '@/test/render';

import { ShareLinksPage } from './share-links-page';

it('keeps apart what anybody can read from what has ended, and says when nothing is shared', async () => {
  const link = { title: 'Workers', page: '/experiments/e1', kind: 'experiment', made_by: 'Ada', works: true };
  const open = { ...link, id: 's1', created_at: '2026-11-20T12:00:00Z' };
  let links = [
    open,
    { ...open, id: 's2', title: 'Pinned', works: false, revoked_at: open.created_at },
    { ...open, id: 's3', title: 'Gone', works: false },
  ];
  vi.stubGlobal('fetch', async () => Response.json(links));
  const { queryClient } = await draw(<ShareLinksPage />);
  const working = await screen.findByRole('region', { name: 'Open' });
  expect(
    within(working)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['Workers']);
  expect(screen.getByRole('region', { name: 'Ended' }).textContent).toContain('Pinned');
  expect(screen.getByRole('region', { name: 'Ended' }).textContent).toContain('ended: it was deleted');
  expect(screen.queryByText('Nothing is shared')).toBeNull();
  links = [];
  await queryClient.invalidateQueries();
  expect(await screen.findByText('Nothing is shared')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
});
