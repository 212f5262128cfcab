import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { drawPage } from '@/test/render';

import { AuditPage } from './audit-page';

it('names the places at which a launch reaches into hosts, without their digests', async () => {
  const details = { testbed: 'local', reaches: { 'set.nginx.server_extra': '430f8a3c69b18d04' } };
  const entry = {
    id: 1,
    at: '2026-11-22T05:00:00Z',
    name: 'Ada',
    act: 'launched',
    words: 'Log off',
    details,
  };
  vi.stubGlobal('fetch', async (request: Request) =>
    Response.json(new URL(request.url).pathname.endsWith('/audit') ? [entry] : []),
  );
  await drawPage(<AuditPage />, '/account/audit', '/account/audit');
  const text = await screen.findByText(/^testbed: local/);
  expect(text.textContent).toBe('testbed: local, reaches: set.nginx.server_extra');
});
