import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '../client';

/** The recipes, with what each takes on a testbed, or on the only one. */
export const recipesOn = (testbed?: string) =>
  queryOptions({
    queryKey: ['recipes', 'on', testbed ?? ''],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/v1/recipes', { params: { query: { testbed_id: testbed } }, signal })),
    staleTime: 60_000,
  });

export const recipesQuery = recipesOn();

/** One form of a recipe, sized to the CPUs of a testbed. */
export const recipeQuery = (slug: string, form: 'quick' | 'full' = 'quick', testbed?: string) =>
  queryOptions({
    queryKey: ['recipes', slug, form, testbed ?? ''],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/v1/recipes/{slug}', {
          params: { path: { slug }, query: { form, testbed_id: testbed } },
          signal,
        }),
      ),
    staleTime: 60_000,
  });

/** Every setting that can be put under test. */
export const knobsQuery = queryOptions({
  queryKey: ['knobs'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/v1/knobs', { signal })),
  staleTime: Infinity,
});
