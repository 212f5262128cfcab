import { queryOptions } from '@tanstack/react-query';

import { get } from '../client';

/** The version of the Dynoboard that answers. */
export const versionQuery = queryOptions({
  queryKey: ['version'],
  queryFn: get('/api/v1/version'),
  staleTime: Infinity,
});
