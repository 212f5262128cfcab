import { useQuery } from '@tanstack/react-query';
import type { RegisteredRouter, RouteById } from '@tanstack/react-router';
import { useMemo } from 'react';

import { ApiError } from '@/api/errors';
import { testbedsQuery } from '@/api/queries/hosts';
import { experimentQuery, planQuery, retestQuery } from '@/api/queries/experiments';
import { recipeQuery } from '@/api/queries/recipes';
import { runQuery } from '@/api/queries/runs';
import type { Definition as Normalised, Experiment, ExperimentIn, Testbed } from '@/api/types';

import { blankDefinition, type Definition, definitionOf } from './definition';

type Search = RouteById<RegisteredRouter['routeTree'], '/new'>['types']['fullSearchSchema'];

/** What the definition starts from; drafts are kept by it. */
export function originOf({ recipe, form = 'quick', from, run, retest, metric, workload }: Search): string {
  if (retest) return `retest:${retest}:${metric ?? ''}:${workload ?? ''}`;
  if (from) return `from:${from}`;
  if (run) return `run:${run}`;
  return recipe ? `recipe:${recipe}:${form}` : 'blank';
}

/** What the experiment that is launched from here was made from. */
export function derivedOf({ retest, from }: Search): Pick<ExperimentIn, 'derived_from' | 'derived_how'> {
  if (retest) return { derived_from: retest, derived_how: 'retest' };
  return from ? { derived_from: from, derived_how: 'clone' } : {};
}

export interface Source {
  definition?: Definition;
  /** The recipe or experiment by name. */
  title?: string;
  /** Whether the recipe follows a write-up. */
  hasWriteUp: boolean;
  /** How this form of the recipe differs from the write-up. */
  note?: string | null;
  /** The experiment that is cloned, also when a run of it was asked for. */
  clonedSource?: Experiment;
  /** The variant of the run that is cloned. */
  variant?: string;
  testbeds?: Testbed[];
  /** Asked for in the address, or that of the cloned experiment. */
  testbedId?: string;
  pending: boolean;
  error?: unknown;
  retry: () => void;
}

/** Recipe, cloned experiment or a blank start, with the testbed that is meant. */
export function useSource(search: Search): Source {
  const { recipe, form = 'quick' } = search;
  const run = useQuery({ ...runQuery(search.run ?? ''), enabled: search.run !== undefined });
  const from = search.from ?? run.data?.experiment.id;
  const clonedSource = useQuery({ ...experimentQuery(from ?? ''), enabled: from !== undefined });
  const testbeds = useQuery({ ...testbedsQuery, refetchInterval: 10_000 });
  const again = useQuery({
    ...retestQuery(search.retest ?? '', search.metric, search.workload),
    enabled: search.retest !== undefined,
    staleTime: Infinity,
  });
  const choosing = search.testbed === undefined && (clonedSource.data?.testbed_labels ?? []).length > 0;
  const testbedId =
    search.testbed ??
    (choosing ? undefined : clonedSource.data?.testbed?.id) ??
    again.data?.testbed_id ??
    undefined;
  const sizedTo = testbedOf(testbeds.data, testbedId)?.id;
  const fromRecipe = useQuery({
    ...recipeQuery(recipe ?? '', form, sizedTo),
    enabled: recipe !== undefined && from === undefined && !testbeds.isPending,
  });
  const read = useQuery({
    ...planQuery({ form, yaml: clonedSource.data?.yaml, testbed_id: choosing ? undefined : sizedTo }),
    enabled: clonedSource.data !== undefined && !testbeds.isPending,
    staleTime: Infinity,
  });
  const data = search.retest
    ? again.data?.definition
    : from
      ? read.data?.definition
      : fromRecipe.data?.definition;
  const isImported = clonedSource.data?.origin === 'imported';
  const isBlank = originOf(search) === 'blank';
  const definition = useMemo(
    () =>
      isBlank ? blankDefinition() : data ? definitionOf(from ? cloneOf(data, isImported) : data) : undefined,
    [isBlank, data, from, isImported],
  );
  const queries = isBlank
    ? []
    : search.retest
      ? [again]
      : recipe && !from
        ? [fromRecipe]
        : [run, clonedSource, read];
  const failedQuery = queries.find(({ isError }) => isError);
  const refusal = again.data?.why_not
    ? new ApiError(422, 'There is nothing to re-test', again.data.why_not)
    : undefined;
  const unread =
    from && read.data && !read.data.definition
      ? new ApiError(422, 'This cannot be cloned here', read.data.errors[0]?.message ?? '')
      : undefined;
  return {
    definition,
    title: search.retest ? again.data?.source.name : from ? clonedSource.data?.name : fromRecipe.data?.title,
    hasWriteUp: Boolean(fromRecipe.data?.source),
    note: from ? undefined : fromRecipe.data?.note,
    clonedSource: clonedSource.data,
    variant: run.data?.variant,
    testbeds: testbeds.data,
    testbedId,
    pending: definition === undefined && !failedQuery && !unread && !refusal,
    error: failedQuery?.error ?? unread ?? refusal,
    retry: () => queries.forEach((query) => void (query.isError && query.refetch())),
  };
}

/** A clone measures in an order of its own; what was imported knows of no order, control and warm-up. */
function cloneOf(data: Normalised, isImported: boolean): Normalised {
  const clone = { ...data };
  delete clone.seed;
  return isImported
    ? { ...clone, order: 'interleaved', control: true, warmup: { prepared: 2, trial: 0 } }
    : clone;
}

/** The testbed that is meant: by id, else the one that the definition names, else the first. */
export function testbedOf(testbeds: Testbed[] = [], id?: string, name?: string): Testbed | undefined {
  const byId = testbeds.find((testbed) => testbed.id === id);
  if (byId || name === undefined) return byId ?? testbeds[0];
  return testbeds.find((testbed) => testbed.name === name);
}
