import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { watchParts } from './connection';
import { UNLOADED } from './errors';
import { healthQuery } from './queries/health';
import { hostsQuery } from './queries/hosts';
import { queryClient } from './query-client';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  queryClient.clear();
  vi.useRealTimers();
});

const follow = (query: object) => {
  const observer = new QueryObserver(queryClient, query as typeof hostsQuery);
  const stop = observer.subscribe(() => {});
  return { state: () => observer.getCurrentResult(), stop };
};

it.each([
  ['away', () => Promise.reject(new TypeError('Failed to fetch'))],
  [
    'out of reach of this browser',
    () => {
      throw new TypeError('Invalid URL');
    },
  ],
  ['behind a proxy that finds nobody', () => Promise.resolve(new Response('', { status: 502 }))],
  ['without its database', () => Promise.resolve(Response.json({ title: 'Busy' }, { status: 503 }))],
])('what failed while the server was %s is asked again once it answers', async (_, failing) => {
  let up = false;
  vi.stubGlobal('fetch', () => (up ? Promise.resolve(Response.json([{ name: 'a' }])) : failing()));
  const { state, stop } = follow(hostsQuery);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(state().status).toBe('error');
  up = true;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(state().data).toEqual([{ name: 'a' }]);
  stop();
});

it('an answer that refuses is not asked for again', async () => {
  const fetched = vi.fn(() => Promise.resolve(Response.json({ title: 'Not found' }, { status: 404 })));
  vi.stubGlobal('fetch', fetched);
  const { stop } = follow({ ...hostsQuery, refetchInterval: false });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fetched).toHaveBeenCalledOnce();
  stop();
});

it('a browser without a network asks a server on its own machine all the same', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  window.dispatchEvent(new Event('offline'));
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ troubles: [] })));
  const { state, stop } = follow(healthQuery);
  await vi.advanceTimersByTimeAsync(100);
  expect(state().data).toEqual({ troubles: [] });
  stop();
  window.dispatchEvent(new Event('online'));
});

it('a part of a page that cannot be fetched is told in words', () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ troubles: [] })));
  watchParts();
  const payload = new Error('Unable to preload CSS for /assets/run-page.css');
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }));
  expect([payload.name, payload.message]).toEqual([UNLOADED, 'Part of this page could not be loaded.']);
});
