import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '../client';
import type { paths } from '../schema';

/** Run ids of up to eight sides, or an experiment that is split by one of its factors. */
export type Selection = NonNullable<paths['/api/v1/compare']['get']['parameters']['query']>;

export const compareQuery = (selection: Selection) =>
  queryOptions({
    queryKey: ['compare', selection],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/compare', { params: { query: selection }, signal })),
  });

/** nginx.conf of any two runs. */
export const configsQuery = (a: string, b: string) =>
  queryOptions({
    queryKey: ['compare', 'configs', a, b],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/v1/compare/configs', { params: { query: { a, b } }, signal })),
    staleTime: 60_000,
  });

/** Name, unit and direction of every metric; it never changes while the page is open. */
export const metricsQuery = queryOptions({
  queryKey: ['metrics'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/v1/metrics', { signal })),
  staleTime: Infinity,
});

/** Comparisons that were saved under a name, the newest change first. */
export const savedComparisonsQuery = (filter: { q?: string; by?: 'me'; mentions?: 'me' } = {}) =>
  queryOptions({
    queryKey: ['comparisons', 'list', filter],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/comparisons', { params: { query: filter }, signal })),
  });

export const savedComparisonQuery = (id: string) =>
  queryOptions({
    queryKey: ['comparisons', id],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/v1/comparisons/{comparison_id}', { params: { path: { comparison_id: id } }, signal }),
      ),
  });

/** Search parameters of the Compare page. */
/** What of a comparison is saved: its parameters in the address. */
export type ComparisonState = Record<string, string>;

export const saveComparison = (body: { name: string; notes?: string; state: ComparisonState }) =>
  unwrap(api.POST('/api/v1/comparisons', { body: { ...body, notes: body.notes ?? '' } }));

interface Change {
  name?: string;
  notes?: string;
  notes_version?: number;
  state?: ComparisonState;
}

export const changeComparison = (id: string, body: Change) =>
  unwrap(api.PATCH('/api/v1/comparisons/{comparison_id}', { params: { path: { comparison_id: id } }, body }));

export const deleteComparison = (id: string) =>
  unwrap(api.DELETE('/api/v1/comparisons/{comparison_id}', { params: { path: { comparison_id: id } } }));
