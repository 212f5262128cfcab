import type { ComparisonState } from '@/api/queries/comparisons';

import type { CompareSearch } from './selection';

/** How the page is looked at, not what it compares: never saved. */
const VIEW = new Set(['pick', 'whose', 'q', 'find', 'all', 'tables', 'scale', 'role']);
/** In an address on top of a saved state: this parameter is not set any more. */
const CLEARED = '-';

/** What is saved: every parameter that says what is compared. */
export function stateOf(search: CompareSearch): ComparisonState {
  const kept = Object.entries(search).filter(
    ([name, value]) => !VIEW.has(name) && value !== undefined && value !== '' && value !== CLEARED,
  );
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}

/** A saved state with what the address says on top. */
export function onTop(saved: ComparisonState, address: CompareSearch): CompareSearch {
  const given = Object.entries(address).filter(([, value]) => value !== undefined);
  const merged = { ...saved, ...Object.fromEntries(given) } as Record<string, string>;
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== CLEARED)) as CompareSearch;
}

/** The shortest address that says `wanted` on top of a saved state. */
export function addressOf(wanted: CompareSearch, saved: ComparisonState): CompareSearch {
  const next: Record<string, string | undefined> = {};
  const all = wanted as Record<string, string | undefined>;
  for (const name of new Set([...Object.keys(saved), ...Object.keys(all)])) {
    if ((all[name] ?? '') !== (saved[name] ?? '')) next[name] = all[name] ?? CLEARED;
  }
  return next as CompareSearch;
}

export function isSame(one: ComparisonState, other: ComparisonState): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => one[name] === other[name]);
}
