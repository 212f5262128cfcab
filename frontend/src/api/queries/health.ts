import { queryOptions } from '@tanstack/react-query';

import { get } from '../client';

const EVERY_MS = 15_000;

/** What is wrong with Dynoboard itself. Asked now and then: where Redis is away, no event tells of it. */
export const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: get('/api/v1/health'),
  refetchInterval: EVERY_MS,
});
