import { createMemoryHistory } from '@tanstack/react-router';
import { expect, it, vi } from 'vitest';

import { router } from './router';

vi.setConfig({ testTimeout: 30_000 }); // the first load of a page's code

async function open(address: string, basepath = '/') {
  const history = createMemoryHistory({ initialEntries: [address] });
  router.update({ ...router.options, basepath, history });
  await router.load();
  return [history.location.href, router.state.matches.at(-1)?.routeId, history.length];
}

const MOVED = [
  ['/import?x=1#table', '/experiments/import?x=1#table', '/experiments/import'],
  ['/people?x=1#ada', '/account/people?x=1#ada', '/account/people'],
  ['/people/audit?act=launched#last', '/account/audit?act=launched#last', '/account/audit'],
  ['/people/notices?x=1#sent', '/account/notices?x=1#sent', '/account/notices'],
  ['/queue?x=1#lab', '/hosts/queue?x=1#lab', '/hosts/queue'],
  [
    '/recipes?recipe=own&form=full&topic=Latency&mine=1&testbed=t1&version=2#x',
    '/new?topic=Latency&mine=1&testbed=t1&version=2&details=own&details_form=full#x',
    '/new',
  ],
] as const;

it.each(MOVED)('%s leads to %s and leaves nothing in the history', async (old, address, page) => {
  expect(await open(old)).toEqual([address, page, 1]);
});

it.each(MOVED)('%s leads there below a base path', async (old, address, page) => {
  expect(await open(`/board${old}`, '/board')).toEqual([`/board${address}`, page, 1]);
});
