import { queryOptions } from '@tanstack/react-query';

import { api, type QueryOf, readQuery, unwrap } from '../client';
import { follow, tells } from '../followed';
import type { ExperimentIn } from '../types';

export const experimentsQuery = (filter: QueryOf<'/api/v1/experiments'> = {}) =>
  readQuery(['experiments', 'list', filter], '/api/v1/experiments', { query: filter });

/** One variant over the finished experiments of a testbed. */
export const trendQuery = (choice: QueryOf<'/api/v1/trend'>) =>
  readQuery(['trend', choice], '/api/v1/trend', { query: choice });

export const experimentQuery = (id: string) =>
  readQuery(['experiments', id], '/api/v1/experiments/{experiment_id}', { path: { experiment_id: id } });

export const trialsQuery = (id: string) =>
  readQuery(['experiments', id, 'trials'], '/api/v1/experiments/{experiment_id}/trials', {
    path: { experiment_id: id },
  });

export const deltasQuery = (id: string, metric: string) =>
  readQuery(['experiments', id, 'deltas', metric], '/api/v1/experiments/{experiment_id}/deltas', {
    path: { experiment_id: id },
    query: { metric },
  });

/** Where the difference in CPU time between run B and A, by default its baseline, comes from. */
export const profileDifferenceQuery = (id: string, b: string, role?: string, a?: string) =>
  readQuery(
    ['experiments', id, 'profile-difference', a ?? 'baseline', b, role ?? 'first'],
    '/api/v1/experiments/{experiment_id}/profile-difference',
    {
      path: { experiment_id: id },
      query: { a, b, role: role as 'proxy' | undefined },
    },
  );

/** Where the time of a request goes, of run B against its baseline. */
export const accountingQuery = (id: string, b: string) =>
  readQuery(['experiments', id, 'accounting', b], '/api/v1/experiments/{experiment_id}/accounting', {
    path: { experiment_id: id },
    query: { b },
  });

/** Each run against the run that its variant derives from; none where all derive from the baseline. */
export const stepsQuery = (id: string, metric: string) =>
  readQuery(['experiments', id, 'steps', metric], '/api/v1/experiments/{experiment_id}/steps', {
    path: { experiment_id: id },
    query: { metric },
  });

/** What the diagnostics of an experiment found. */
export const diagnosticsQuery = (id: string) =>
  readQuery(['experiments', id, 'diagnostics'], '/api/v1/experiments/{experiment_id}/diagnostics', {
    path: { experiment_id: id },
  });

/** What equal runs say about the noise of their testbed. */
export const calibrationQuery = (id: string) =>
  readQuery(['experiments', id, 'calibration'], '/api/v1/experiments/{experiment_id}/calibration', {
    path: { experiment_id: id },
  });

/** Two factors of a grid against each other. */
export const pivotQuery = (id: string, choice: QueryOf<'/api/v1/experiments/{experiment_id}/pivot'>) =>
  readQuery(['experiments', id, 'pivot', choice], '/api/v1/experiments/{experiment_id}/pivot', {
    path: { experiment_id: id },
    query: choice,
  });

/** What each factor of a grid does by itself, under one workload or over all. */
export const mainEffectsQuery = (id: string, metric: string, workload?: string) =>
  readQuery(
    ['experiments', id, 'main-effects', metric, workload],
    '/api/v1/experiments/{experiment_id}/main-effects',
    {
      path: { experiment_id: id },
      query: { metric, workload },
    },
  );

/** What fresh trials of an experiment's winner would be, or why there is nothing to re-test. */
export const retestQuery = (id: string, metric?: string, workload?: string) =>
  readQuery(['experiments', id, 'retest', metric, workload], '/api/v1/experiments/{experiment_id}/retest', {
    path: { experiment_id: id },
    query: { metric, workload },
  });

/** The figure of a re-test beside the first one. */
export const retestedQuery = (id: string, metric: string) =>
  readQuery(['experiments', id, 'retested', metric], '/api/v1/experiments/{experiment_id}/retested', {
    path: { experiment_id: id },
    query: { metric },
  });

/** What a launch of this body would do. Nothing is stored. */
export const planQuery = (body: ExperimentIn, see?: number) =>
  queryOptions({
    queryKey: ['plans', body, see],
    queryFn: ({ signal }) => unwrap(api.POST('/api/v1/plans', { body, params: { query: { see } }, signal })),
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

/** Whoever launches it in a browser that tells is told of its end. A key launches one experiment. */
export async function launchExperiment(body: ExperimentIn, key: string) {
  const params = { header: { 'Idempotency-Key': key } };
  const experiment = await unwrap(api.POST('/api/v1/experiments', { body, params }));
  if (tells()) follow(experiment.id);
  return experiment;
}

export const cancelExperiment = (id: string) =>
  unwrap(api.POST('/api/v1/experiments/{experiment_id}/cancel', { params: { path: { experiment_id: id } } }));

export const resumeExperiment = (id: string) =>
  unwrap(api.POST('/api/v1/experiments/{experiment_id}/resume', { params: { path: { experiment_id: id } } }));

export const measureMore = (id: string, rounds: number) =>
  unwrap(
    api.POST('/api/v1/experiments/{experiment_id}/more', {
      params: { path: { experiment_id: id } },
      body: { rounds },
    }),
  );

export const judgeAgain = (id: string, version: number) =>
  unwrap(
    api.POST('/api/v1/experiments/{experiment_id}/rules', {
      params: { path: { experiment_id: id } },
      body: { version },
    }),
  );

export const deleteExperiment = (id: string) =>
  unwrap(api.DELETE('/api/v1/experiments/{experiment_id}', { params: { path: { experiment_id: id } } }));
