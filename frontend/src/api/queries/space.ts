import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '../client';

const LOOK_MS = 10_000;

/** Free space where the dashboard keeps its data; looked at all the time, on every page. */
export const spaceQuery = queryOptions({
  queryKey: ['space'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/v1/space', { signal })),
  refetchInterval: LOOK_MS,
});
