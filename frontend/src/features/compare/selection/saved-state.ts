import type { ComparisonState } from '@/api/queries/comparisons';

import type { CompareSearch } from './selection';

/** How the page is looked at, not what it compares: never saved. */
const VIEW = new Set(['pick', 'whose', 'q', 'find', 'all', 'tables', 'scale', 'role']);
/** In an address on top of a saved state: this parameter is not set any more. */
const CLEARED = '-';

/** What is saved: every parameter that says what is compared. */
export function stateOf(search: CompareSearch): ComparisonState {
  const keptEntries = Object.entries(search).filter(
    ([name, value]) => !VIEW.has(name) && value !== undefined && value !== '' && value !== CLEARED,
  );
  return Object.fromEntries(keptEntries.map(([name, value]) => [name, String(value)]));
}

/** A saved state with what the address says on top. */
export function onTop(savedState: ComparisonState, address: CompareSearch): CompareSearch {
  const givenEntries = Object.entries(address).filter(([, value]) => value !== undefined);
  const mergedState = { ...savedState, ...Object.fromEntries(givenEntries) } as Record<string, string>;
  return Object.fromEntries(
    Object.entries(mergedState).filter(([, value]) => value !== CLEARED),
  ) as CompareSearch;
}

/** The shortest address that says `wanted` on top of a saved state. */
export function addressOf(search: CompareSearch, savedState: ComparisonState): CompareSearch {
  const next: Record<string, string | undefined> = {};
  const all = search as Record<string, string | undefined>;
  for (const name of new Set([...Object.keys(savedState), ...Object.keys(all)])) {
    if ((all[name] ?? '') !== (savedState[name] ?? '')) next[name] = all[name] ?? CLEARED;
  }
  return next as CompareSearch;
}

export function isSame(a: ComparisonState, b: ComparisonState): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => a[name] === b[name]);
}
