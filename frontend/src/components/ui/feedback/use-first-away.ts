import { useEffect, useId, useSyncExternalStore } from 'react';

let shownIds: readonly string[] = [];
const listeners = new Set<() => void>();

const show = (ids: readonly string[]) => {
  shownIds = ids;
  listeners.forEach((listener) => listener());
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Whether this is the first of all parts of the page that wait for the server: it alone says so at length. */
export function useFirstAway(isAway: boolean): boolean {
  const id = useId();
  useEffect(() => {
    if (!isAway) return undefined;
    show([...shownIds, id]);
    return () => show(shownIds.filter((shownId) => shownId !== id));
  }, [id, isAway]);
  const firstId = useSyncExternalStore(subscribe, () => shownIds[0]);
  return isAway && firstId === id;
}
