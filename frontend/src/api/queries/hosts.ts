import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '../client';

export const hostsQuery = queryOptions({
  queryKey: ['hosts', 'list'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/v1/hosts', { signal })),
});

export const hostQuery = (id: string) =>
  queryOptions({
    queryKey: ['hosts', id],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/v1/hosts/{host_id}', { params: { path: { host_id: id } }, signal })),
  });

export const testbedsQuery = queryOptions({
  queryKey: ['testbeds'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/v1/testbeds', { signal })),
});
