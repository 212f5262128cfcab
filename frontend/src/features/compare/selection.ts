import type { Selection } from '@/api/queries/comparisons';
import type { Comparison } from '@/api/types';

/** What the address of the Compare page keeps. */
export interface CompareSearch {
  /** Run ids of each side, with commas. */
  a?: string;
  b?: string;
  experiment?: string;
  factor?: string;
  level_a?: string;
  level_b?: string;
  metric?: string;
}

export const DEFAULT_METRIC = 'requests_per_s';

export const ids = (text: string | undefined) => (text ?? '').split(',').filter(Boolean);
export const joined = (list: string[] | undefined) => (list?.length ? list.join(',') : undefined);

/** What to ask the API for; null while something is missing to compare. */
export function selectionOf(search: CompareSearch): Selection | null {
  const metric = search.metric ?? DEFAULT_METRIC;
  const [a, b] = [ids(search.a), ids(search.b)];
  if (a.length && b.length) return { a, b, metric };
  if (!search.experiment) return null;
  const { experiment, factor, level_a, level_b } = search;
  return { experiment, factor, level_a, level_b, metric };
}

/** The levels that a comparison by a factor ended up with. */
export function levelsOf({ factor, pairs }: Comparison): { a?: string; b?: string } {
  const [first] = pairs;
  return factor && first ? { a: first.a.factors?.[factor], b: first.b.factors?.[factor] } : {};
}

/** The address with A and B exchanged. */
export function swapped(search: CompareSearch, comparison: Comparison): Partial<CompareSearch> {
  if (search.a && search.b) return { a: search.b, b: search.a };
  const levels = levelsOf(comparison);
  return { factor: comparison.factor ?? undefined, level_a: levels.b, level_b: levels.a };
}

/** The run added to one side and taken from the other; a second press takes it out again. */
export function chosen(search: CompareSearch, side: 'a' | 'b', run: string): Pick<CompareSearch, 'a' | 'b'> {
  const other = side === 'a' ? 'b' : 'a';
  const own = ids(search[side]);
  const next = own.includes(run) ? own.filter((id) => id !== run) : [...own, run];
  return {
    [side]: joined(next),
    [other]: joined(ids(search[other]).filter((id) => id !== run)),
  };
}
