import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '../client';

export const runQuery = (id: string) =>
  queryOptions({
    queryKey: ['runs', id],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/v1/runs/{run_id}', { params: { path: { run_id: id } }, signal })),
  });

/** Readings of every host during one trial; the run's first valid trial when none is named. */
export const samplesQuery = (id: string, trial?: string) =>
  queryOptions({
    queryKey: ['runs', id, 'samples', trial ?? 'first'],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/v1/runs/{run_id}/samples', {
          params: { path: { run_id: id }, query: { trial } },
          signal,
        }),
      ),
  });

/** Percentiles of all requests of a run, and its rounds as a heat map. */
export const latencyQuery = (id: string) =>
  queryOptions({
    queryKey: ['runs', id, 'latency'],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/v1/runs/{run_id}/latency', { params: { path: { run_id: id } }, signal })),
  });

/** Where its CPU time goes; of the server under test where no role is named. */
export const profileQuery = (id: string, role?: string) =>
  queryOptions({
    queryKey: ['runs', id, 'profile', role ?? 'first'],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/v1/runs/{run_id}/profile', {
          params: { path: { run_id: id }, query: { role: role as 'proxy' | undefined } },
          signal,
        }),
      ),
  });

export const outputQuery = (trial: string) =>
  queryOptions({
    queryKey: ['trials', trial, 'output'],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/v1/trials/{trial_id}/output', { params: { path: { trial_id: trial } }, signal })),
    staleTime: Infinity,
  });

export const deleteRun = (id: string) =>
  unwrap(api.DELETE('/api/v1/runs/{run_id}', { params: { path: { run_id: id } } }));
