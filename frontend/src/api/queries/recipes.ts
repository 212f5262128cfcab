import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '../client';
import type { PastedConf } from '../types';

/** A definition whose baseline is a pasted nginx.conf. Nothing is stored. */
export const convertConf = (body: PastedConf) =>
  unwrap(api.POST('/api/v1/definitions/from-nginx-conf', { body }));

/** The recipes, with what each takes on a testbed, or on the only one. */
export const recipesOn = (testbed?: string) =>
  queryOptions({
    queryKey: ['recipes', 'on', testbed ?? ''],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/v1/recipes', { params: { query: { testbed_id: testbed } }, signal })),
    staleTime: 60_000,
  });

export const recipesQuery = recipesOn();

/** Own recipes that are no longer listed. */
export const retiredRecipesQuery = queryOptions({
  queryKey: ['recipes', 'retired'],
  queryFn: ({ signal }) =>
    unwrap(api.GET('/api/v1/recipes', { params: { query: { retired: true } }, signal })),
  staleTime: 60_000,
});

/** One form of a recipe, sized to the CPUs of a testbed. */
export const recipeQuery = (
  slug: string,
  form: 'quick' | 'full' = 'quick',
  testbed?: string,
  version?: number,
) =>
  queryOptions({
    queryKey: ['recipes', slug, form, testbed ?? '', version ?? 0],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/v1/recipes/{slug}', {
          params: { path: { slug }, query: { form, testbed_id: testbed, version } },
          signal,
        }),
      ),
    staleTime: 60_000,
  });

/** Saves a definition as a recipe, or as the version after the one named; without the order of one launch. */
export const saveRecipe = (body: { title: string; yaml: string; after?: number }) =>
  unwrap(api.POST('/api/v1/recipes', { body: { ...body, yaml: body.yaml.replace(/^seed: \d+\n/m, '') } }));

export const retireRecipe = (slug: string, isRetired: boolean) =>
  unwrap(api.PATCH('/api/v1/recipes/{slug}', { params: { path: { slug } }, body: { retired: isRetired } }));

/** All versions of an own recipe, the newest first. */
export const versionsQuery = (slug: string) =>
  queryOptions({
    queryKey: ['recipes', 'versions', slug],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/v1/recipes/{slug}/versions', { params: { path: { slug } }, signal })),
  });

/** Every setting that can be put under test. */
export const knobsQuery = queryOptions({
  queryKey: ['knobs'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/v1/knobs', { signal })),
  staleTime: Infinity,
});
