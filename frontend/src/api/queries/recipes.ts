import { api, readQuery, unwrap } from '../client';
import type { PastedConf } from '../types';

/** A definition whose baseline is a pasted nginx.conf. Nothing is stored. */
export const convertConf = (body: PastedConf) =>
  unwrap(api.POST('/api/v1/definitions/from-nginx-conf', { body }));

/** The recipes, with what each takes on a testbed, or on the only one. */
export const recipesOn = (testbed?: string) =>
  readQuery(
    ['recipes', 'on', testbed ?? ''],
    '/api/v1/recipes',
    { query: { testbed_id: testbed } },
    { staleTime: 60_000 },
  );

export const recipesQuery = recipesOn();

/** Own recipes that are no longer listed. */
export const retiredRecipesQuery = readQuery(
  ['recipes', 'retired'],
  '/api/v1/recipes',
  { query: { retired: true } },
  { staleTime: 60_000 },
);

/** One form of a recipe, sized to the CPUs of a testbed. */
export const recipeQuery = (
  slug: string,
  form: 'quick' | 'full' = 'quick',
  testbed?: string,
  version?: number,
) =>
  readQuery(
    ['recipes', slug, form, testbed ?? '', version ?? 0],
    '/api/v1/recipes/{slug}',
    { path: { slug }, query: { form, testbed_id: testbed, version } },
    { staleTime: 60_000 },
  );

/** Saves a definition as a recipe, or as the version after the one named; without the order of one launch. */
export const saveRecipe = (body: { title: string; yaml: string; after?: number }) =>
  unwrap(api.POST('/api/v1/recipes', { body: { ...body, yaml: body.yaml.replace(/^seed: \d+\n/m, '') } }));

export const retireRecipe = (slug: string, isRetired: boolean) =>
  unwrap(api.PATCH('/api/v1/recipes/{slug}', { params: { path: { slug } }, body: { retired: isRetired } }));

/** All versions of an own recipe, the newest first. */
export const versionsQuery = (slug: string) =>
  readQuery(['recipes', 'versions', slug], '/api/v1/recipes/{slug}/versions', { path: { slug } });

/** Every setting that can be put under test. */
export const knobsQuery = readQuery(['knobs'], '/api/v1/knobs', {}, { staleTime: Infinity });
