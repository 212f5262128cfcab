import { useSyncExternalStore } from 'react';

let locked = false;
const listeners = new Set<() => void>();

/** Whether the server requires its access token before it answers. */
export function setLocked(value: boolean) {
  if (locked === value) return;
  locked = value;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useLocked = () => useSyncExternalStore(subscribe, () => locked);
