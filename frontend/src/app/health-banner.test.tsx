import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { draw } from '@/test/render';

import { HealthBanner } from './health-banner';

const TROUBLE = {
  code: 'worker_silent',
  text: 'Experiments do not advance: the worker has not reported for 40 s.',
  help: 'Its log says why: `docker compose logs worker`.',
};

it('says what is wrong and what to do', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ troubles: [TROUBLE] })));
  await draw(<HealthBanner />);
  const banner = await screen.findByRole('alert');
  expect(banner.textContent).toContain(TROUBLE.text);
  expect(screen.getByText('docker compose logs worker').tagName).toBe('CODE');
});

it('shows nothing while all is well, or nobody answers', async () => {
  const answers = [Response.json({ troubles: [] }), new Response('', { status: 503 })];
  for (const answer of answers) {
    const fetched = vi.fn(() => Promise.resolve(answer));
    vi.stubGlobal('fetch', fetched);
    const { unmount } = await draw(<HealthBanner />);
    await waitFor(() => expect(fetched).toHaveBeenCalled());
    expect(screen.queryByRole('alert')).toBeNull();
    unmount();
  }
});
