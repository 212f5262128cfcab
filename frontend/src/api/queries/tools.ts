import { queryOptions } from '@tanstack/react-query';

import { get } from '../client';

/** The load tools: what each can do, and where its figures end. */
export const toolsQuery = queryOptions({
  queryKey: ['tools'],
  queryFn: get('/api/v1/tools'),
  staleTime: Infinity,
});
