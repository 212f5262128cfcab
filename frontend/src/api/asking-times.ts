import type { Query, QueryCache } from '@tanstack/react-query';

/** By `Date.now()`. Without an entry: never asked, or the newest question failed. */
const askedAt = new WeakMap<Query, number>();

/** Notes when each query of this cache is asked. */
export const noteAskingTimes = (cache: QueryCache) =>
  cache.subscribe((event) => {
    if (event.type !== 'updated') return;
    if (event.action.type === 'fetch') askedAt.set(event.query, Date.now());
    if (event.action.type === 'error') askedAt.delete(event.query);
  });

/** Whether the answer of a query may lack what happened until then. */
export const mayLack = (query: Query, changedAt: number) => (askedAt.get(query) ?? 0) <= changedAt;
