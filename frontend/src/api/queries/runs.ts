import { api, readQuery, unwrap } from '../client';

export const runQuery = (id: string) =>
  readQuery(['runs', id], '/api/v1/runs/{run_id}', { path: { run_id: id } });

/** Readings of every host during one trial; the run's first valid trial when none is named. */
export const samplesQuery = (id: string, trial?: string) =>
  readQuery(['runs', id, 'samples', trial ?? 'first'], '/api/v1/runs/{run_id}/samples', {
    path: { run_id: id },
    query: { trial },
  });

/** Percentiles of all requests of a run, and its rounds as a heat map. */
export const latencyQuery = (id: string) =>
  readQuery(['runs', id, 'latency'], '/api/v1/runs/{run_id}/latency', { path: { run_id: id } });

/** Where its CPU time goes; of the server under test where no role is named. */
export const profileQuery = (id: string, role?: string) =>
  readQuery(['runs', id, 'profile', role ?? 'first'], '/api/v1/runs/{run_id}/profile', {
    path: { run_id: id },
    query: { role: role as 'proxy' | undefined },
  });

export const outputQuery = (trial: string) =>
  readQuery(
    ['trials', trial, 'output'],
    '/api/v1/trials/{trial_id}/output',
    { path: { trial_id: trial } },
    { staleTime: Infinity },
  );

export const deleteRun = (id: string) =>
  unwrap(api.DELETE('/api/v1/runs/{run_id}', { params: { path: { run_id: id } } }));
