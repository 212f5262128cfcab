import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '../client';
import type { ExperimentIn, ExperimentState } from '../types';

export interface ExperimentFilter {
  q?: string;
  state?: ExperimentState[];
  /** Only those older than this one. */
  before?: string;
  limit?: number;
}

export const experimentsQuery = (filter: ExperimentFilter = {}) =>
  queryOptions({
    queryKey: ['experiments', 'list', filter],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/experiments', { params: { query: filter }, signal })),
  });

export const experimentQuery = (id: string) =>
  queryOptions({
    queryKey: ['experiments', id],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/v1/experiments/{experiment_id}', { params: { path: { experiment_id: id } }, signal }),
      ),
  });

export const trialsQuery = (id: string) =>
  queryOptions({
    queryKey: ['experiments', id, 'trials'],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/v1/experiments/{experiment_id}/trials', {
          params: { path: { experiment_id: id } },
          signal,
        }),
      ),
  });

export const deltasQuery = (id: string, metric: string) =>
  queryOptions({
    queryKey: ['experiments', id, 'deltas', metric],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/v1/experiments/{experiment_id}/deltas', {
          params: { path: { experiment_id: id }, query: { metric } },
          signal,
        }),
      ),
  });

/** What a launch of this body would do. Nothing is stored. */
export const planQuery = (body: ExperimentIn) =>
  queryOptions({
    queryKey: ['plans', body],
    queryFn: ({ signal }) => unwrap(api.POST('/api/v1/plans', { body, signal })),
    staleTime: 30_000,
  });

/** The host's own `nginx -t` over every nginx.conf of a plan; nothing is started there. */
export const startCheck = (body: ExperimentIn) => unwrap(api.POST('/api/v1/checks', { body }));

export const checkQuery = (id: string) =>
  queryOptions({
    queryKey: ['checks', id],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/v1/checks/{check_id}', { params: { path: { check_id: id } }, signal })),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? 500 : false),
  });

export const launchExperiment = (body: ExperimentIn) => unwrap(api.POST('/api/v1/experiments', { body }));

export const cancelExperiment = (id: string) =>
  unwrap(api.POST('/api/v1/experiments/{experiment_id}/cancel', { params: { path: { experiment_id: id } } }));

export const deleteExperiment = (id: string) =>
  unwrap(api.DELETE('/api/v1/experiments/{experiment_id}', { params: { path: { experiment_id: id } } }));
