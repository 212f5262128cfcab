import { afterEach, expect, it, vi } from 'vitest';

import type { Opened } from './share';

const TOKEN = 'abcdefghijklmnopqrstuv';
const LINK: Opened = {
  id: '1rsh00000000aa',
  kind: 'experiment',
  as_report: false,
  page: '/experiments/e1',
  with_hosts: false,
  expires_at: null,
};

async function at(path: string, link?: Partial<Opened>) {
  window.history.replaceState(null, '', path);
  vi.resetModules();
  const share = await import('./share');
  if (link) share.keepOpened({ ...LINK, ...link });
  return share;
}

afterEach(() => window.history.replaceState(null, '', '/'));

it('is no share link for who uses the dashboard', async () => {
  for (const path of ['/', '/experiments/e1', '/s/short', `/x/s/${TOKEN}`]) {
    const share = await at(path);
    expect([share.isShared, share.basePath], path).toEqual([false, '/']);
    expect(share.hasPage('/hosts')).toBe(true);
    expect(share.apiAddress('/api/v1/runs/r1')).toBe('/api/v1/runs/r1');
  }
});

it('asks below the address of its link', async () => {
  const share = await at(`/s/${TOKEN}/experiments/e1`, {});
  expect(share.apiAddress('/api/v1/runs/r1/export.csv')).toBe(`/api/v1/shared/${LINK.id}/runs/r1/export.csv`);
  expect(share.pageAddress('/runs/r1')).toBe(`/s/${TOKEN}/runs/r1`);
});

it.each<[Partial<Opened>, string[], string[]]>([
  [
    {},
    ['/experiments/e1', '/experiments/e1/report', '/runs/r1', `/s/${TOKEN}/runs/r1?trial=t`],
    [
      '/hosts',
      '/hosts/queue',
      '/account/people',
      '/recipes',
      '/experiments',
      '/experiments/import',
      '/experiments/e2',
      '/new?from=e1',
      '/experiments/e1?reproduce=1',
      '/compare?a=r1',
    ],
  ],
  [{ kind: 'run', page: '/runs/r1' }, ['/runs/r1'], ['/runs/r2', '/experiments/e1']],
  [
    { kind: 'comparison', page: '/compare?a=r1&b=r2' },
    ['/compare?a=r2&b=r1', '/compare/report?a=r1&b=r2', '/runs/r1'],
    ['/compare?pick=e1', '/experiments/e1', '/c/other'],
  ],
  [
    { as_report: true, page: '/experiments/e1/report' },
    ['/experiments/e1/report'],
    ['/experiments/e1', '/runs/r1'],
  ],
])('has the pages of what is shared and no others: %j', async (link, pages, others) => {
  const share = await at(`/s/${TOKEN}`, link);
  expect(pages.filter((page) => !share.hasPage(page))).toEqual([]);
  expect(others.filter((page) => share.hasPage(page))).toEqual([]);
});
