import { queryOptions } from '@tanstack/react-query';

import { api, get, unwrap } from '../client';
import type { PastedConf } from '../types';

/** A definition whose baseline is a pasted nginx.conf. Nothing is stored. */
export const convertConf = (body: PastedConf) =>
  unwrap(api.POST('/api/v1/definitions/from-nginx-conf', { body }));

/** The recipes, with what each takes on a testbed, or on the only one. */
export const recipesOn = (testbed?: string) =>
  queryOptions({
    queryKey: ['recipes', 'on', testbed ?? ''],
    queryFn: get('/api/v1/recipes', { query: { testbed_id: testbed } }),
    staleTime: 60_000,
  });

export const recipesQuery = recipesOn();

/** Own recipes that are no longer listed. */
export const retiredRecipesQuery = queryOptions({
  queryKey: ['recipes', 'retired'],
  queryFn: get('/api/v1/recipes', { query: { retired: true } }),
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
    queryFn: get('/api/v1/recipes/{slug}', { path: { slug }, query: { form, testbed_id: testbed, version } }),
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
    queryFn: get('/api/v1/recipes/{slug}/versions', { path: { slug } }),
  });

/** Every setting that can be put under test. */
export const knobsQuery = queryOptions({
  queryKey: ['knobs'],
  queryFn: get('/api/v1/knobs'),
  staleTime: Infinity,
});
