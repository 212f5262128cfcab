import { useNavigate, useSearch } from '@tanstack/react-router';
import { createContext, type ReactNode, useContext, useMemo } from 'react';

import type { SavedComparison } from '@/api/types';

import { addressOf, isSame, onTop, stateOf } from './saved-state';
import type { CompareSearch } from './selection';

interface CompareState {
  /** What is looked at: the address, on a saved comparison with its saved state below. */
  search: CompareSearch;
  /** The address that a change leads to, for links. */
  address: (patch: CompareSearch) => CompareSearch;
  set: (patch: CompareSearch) => void;
  savedComparison?: SavedComparison;
  /** The address asks for something else than what was saved. */
  isChanged: boolean;
}

const Context = createContext<CompareState | null>(null);

/** All of the page's state is in the address; what was saved under a name lies below it. */
export function CompareStateProvider({
  savedComparison,
  children,
}: {
  savedComparison?: SavedComparison;
  children: ReactNode;
}) {
  const url: CompareSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const state = useMemo((): CompareState => {
    const search = savedComparison ? onTop(savedComparison.state, url) : url;
    const address = (patch: CompareSearch) =>
      savedComparison ? addressOf({ ...search, ...patch }, savedComparison.state) : { ...search, ...patch };
    const set = (patch: CompareSearch) =>
      void navigate({ to: '.', search: address(patch) as never, replace: true, resetScroll: false });
    const isChanged = savedComparison !== undefined && !isSame(stateOf(search), savedComparison.state);
    return { search, address, set, savedComparison, isChanged };
  }, [savedComparison, url, navigate]);
  return <Context value={state}>{children}</Context>;
}

export function useCompare(): CompareState {
  const state = useContext(Context);
  if (!state) throw new Error('useCompare needs a CompareStateProvider around it');
  return state;
}
