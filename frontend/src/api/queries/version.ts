import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '../client';

/** The version of the Dynoboard that answers. */
export const versionQuery = queryOptions({
  queryKey: ['version'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/v1/version', { signal })),
  staleTime: Infinity,
});
