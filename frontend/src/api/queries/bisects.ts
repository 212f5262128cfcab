import { queryOptions } from '@tanstack/react-query';

import { api, readQuery, unwrap } from '../client';
import type { ExperimentIn } from '../types';

const POLL_MS = 5_000;

export const bisectsQuery = readQuery(['bisects', 'list'], '/api/v1/bisects');

/** One bisect; asked for again while it runs, for its steps begin by themselves. */
export const bisectQuery = (id: string) =>
  queryOptions({
    queryKey: ['bisects', id],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/v1/bisects/{bisect_id}', { params: { path: { bisect_id: id } }, signal })),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? POLL_MS : false),
  });

export const bisectPlanQuery = (body: ExperimentIn) =>
  queryOptions({
    queryKey: ['bisects', 'plan', body],
    queryFn: ({ signal }) => unwrap(api.POST('/api/v1/bisects/plan', { body, signal })),
  });

export const launchBisect = (body: ExperimentIn) => unwrap(api.POST('/api/v1/bisects', { body }));

export const cancelBisect = (id: string) =>
  unwrap(api.POST('/api/v1/bisects/{bisect_id}/cancel', { params: { path: { bisect_id: id } } }));
