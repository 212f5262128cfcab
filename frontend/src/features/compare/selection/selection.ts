import type { RegisteredRouter, RouteById } from '@tanstack/react-router';

import type { Selection } from '@/api/queries/comparisons';
import type { Comparison } from '@/api/types';
import { MAIN_METRIC } from '@/components/words/metrics';

/** The first is the baseline; each of the others is compared with it. */
export const LETTERS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const;
export type Letter = (typeof LETTERS)[number];

/** Run ids of each side, with commas. */
export type Sides = Partial<Record<Letter, string>>;

/** What the address of the Compare page keeps. */
export type CompareSearch = RouteById<RegisteredRouter['routeTree'], '/compare'>['types']['fullSearchSchema'];

export const DEFAULT_METRIC = MAIN_METRIC;

export const ids = (text: string | undefined) => (text ?? '').split(',').filter(Boolean);
const joinIds = (list: string[] | undefined) => (list?.length ? list.join(',') : undefined);

/** Letters of the sides that have runs, A first. */
export const filledSides = (search: Sides): Letter[] =>
  LETTERS.filter((letter) => ids(search[letter]).length > 0);

/** What to ask the API for; null while something is missing to compare. */
export function selectionOf(search: CompareSearch): Selection | null {
  const metric = search.metric ?? DEFAULT_METRIC;
  const { experiment, factor, level_a, level_b, side, match } = search;
  if (ids(search.a).length && ids(search.b).length) {
    const sides = Object.fromEntries(filledSides(search).map((letter) => [letter, ids(search[letter])]));
    return { ...sides, side: side && side !== '-' ? side : undefined, match: order(match), metric };
  }
  return experiment ? { experiment, factor, level_a, level_b, metric } : null;
}

const order = (match: CompareSearch['match']) => (match === 'order' ? ('order' as const) : undefined);

/** The address with A and the side beside it exchanged. */
export function swapSides(search: CompareSearch, comparison: Comparison): CompareSearch {
  if (search.a && search.b) {
    const side = comparison.side as Letter;
    return { a: search[side], [side]: search.a };
  }
  const { factor, level_a, level_b } = comparison;
  if (factor) return { factor, level_a: level_b ?? undefined, level_b: level_a ?? undefined };
  return { ...runsOf(comparison, true), experiment: undefined };
}

/** The runs of a comparison by their ids, for what a factor or a pin chose. */
function runsOf({ pairs }: Comparison, swap: boolean): Sides {
  const of = (side: 'a' | 'b') => joinIds(pairs.map((pair) => pair[side].id));
  return swap ? { a: of('b'), b: of('a') } : { a: of('a'), b: of('b') };
}

const without = (list: string[], removedIds: string[]) => list.filter((id) => !removedIds.includes(id));

/** Runs put on one side and taken from the others; a second press on all of them takes them out again. */
export function toggleRuns(search: Sides, letter: Letter, runs: string[]): Sides {
  const ownIds = ids(search[letter]);
  const out = runs.every((id) => ownIds.includes(id));
  const rest = Object.fromEntries(
    LETTERS.map((sideLetter) => [sideLetter, joinIds(without(ids(search[sideLetter]), runs))]),
  );
  return { ...rest, [letter]: joinIds(out ? without(ownIds, runs) : [...ownIds, ...without(runs, ownIds)]) };
}

/** The sides on offer: those in use and the next one, at least A and B. */
export function offerLetters(search: Sides): Letter[] {
  const last = Math.max(1, ...filledSides(search).map((letter) => LETTERS.indexOf(letter) + 1));
  return LETTERS.slice(0, Math.min(LETTERS.length, Math.max(2, last + 1)));
}

/** Sides without gaps: when C is emptied, D becomes C. A and B stay where they are. */
export function closedUp(search: Sides): Sides {
  const later = LETTERS.slice(2).flatMap((letter) => (search[letter] ? [search[letter]] : []));
  return Object.fromEntries(
    LETTERS.map((letter, n) => [letter, n < 2 ? search[letter] : later[n - 2]]),
  ) as Sides;
}

/** Every side emptied, and no experiment to split. */
export const NOTHING: CompareSearch = {
  ...(Object.fromEntries(LETTERS.map((letter) => [letter, undefined])) as Sides),
  experiment: undefined,
  factor: undefined,
  level_a: undefined,
  level_b: undefined,
  side: undefined,
  match: undefined,
  pair: undefined,
  round: undefined,
};
