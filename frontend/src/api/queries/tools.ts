import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '../client';

/** The load tools: what each can do, and where its figures end. */
export const toolsQuery = queryOptions({
  queryKey: ['tools'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/v1/tools', { signal })),
  staleTime: Infinity,
});
