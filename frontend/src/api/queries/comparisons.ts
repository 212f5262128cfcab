import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '../client';

export interface Selection {
  /** Run ids of each side, in the order to pair them. */
  a?: string[];
  b?: string[];
  /** Or: an experiment, split by one of its factors. */
  experiment?: string;
  factor?: string;
  level_a?: string;
  level_b?: string;
  metric?: string;
}

export const compareQuery = (selection: Selection) =>
  queryOptions({
    queryKey: ['compare', selection],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/compare', { params: { query: selection }, signal })),
  });

/** Name, unit and direction of every metric; it never changes while the page is open. */
export const metricsQuery = queryOptions({
  queryKey: ['metrics'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/v1/metrics', { signal })),
  staleTime: Infinity,
});
