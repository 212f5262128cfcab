import type { QueryClient } from '@tanstack/react-query';

import { api, readQuery, unwrap } from '../client';
import type { components } from '../schema';
import type { Experiment, ExperimentSummary } from '../types';

type Schemas = components['schemas'];

export type ExperimentChange = Partial<Schemas['ExperimentChange']>;
export type Kept = Schemas['Kept'];
export type Reproduction = Schemas['ReproduceOut'];

/** Where days begin and end for the one who searches. */
export const TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Name, notes, tags, star, archive: what is left out stays. */
export const changeExperiment = (id: string, body: ExperimentChange) =>
  unwrap(
    api.PATCH('/api/v1/experiments/{experiment_id}', {
      params: { path: { experiment_id: id } },
      body: body as Schemas['ExperimentChange'],
    }),
  );

/** Puts what was kept into everything that shows it, without asking for it again. */
export function keepInCache(client: QueryClient, changes: Kept): void {
  client.setQueryData<Experiment>(['experiments', changes.id], (old) => old && { ...old, ...changes });
  client.setQueriesData<ExperimentSummary[]>({ queryKey: ['experiments', 'list'] }, (old) =>
    old?.map((summary) =>
      summary.id === changes.id
        ? {
            ...summary,
            name: changes.name,
            tags: changes.tags,
            starred: changes.starred,
            archived: changes.archived,
          }
        : summary,
    ),
  );
  void client.invalidateQueries({ queryKey: ['tags'] });
}

export const tagsQuery = readQuery(['tags'], '/api/v1/tags');

/** What has changed since an experiment, and what its definition would do now. */
export const reproduceQuery = (id: string, testbedId: string | undefined, sameSeed: boolean) =>
  readQuery(
    ['experiments', id, 'reproduce', testbedId, sameSeed],
    '/api/v1/experiments/{experiment_id}/reproduce',
    {
      path: { experiment_id: id },
      query: { testbed_id: testbedId, same_seed: sameSeed },
    },
  );
