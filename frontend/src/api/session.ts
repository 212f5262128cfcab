import { useSyncExternalStore } from 'react';

/** Whether the dashboard answers this browser, and what became of the link that it was opened with. */
export interface Gate {
  locked: boolean;
  /** A link is being exchanged for a session. */
  entering: boolean;
  /** Why a link did not work. */
  problem?: string;
  /** Why the OpenID provider did not sign anybody in: a code, whose words the server has. */
  refused?: string;
  /** The code of an invitation that the page was opened with. */
  invitation?: string;
}

let gate: Gate = { locked: false, entering: false };
const listeners = new Set<() => void>();

export function setGate(next: Gate) {
  gate = next;
  for (const listener of listeners) listener();
}

/** Whether the server wants somebody to sign in before it answers. */
export function setLocked(locked: boolean) {
  if (gate.locked !== locked) setGate({ ...gate, locked });
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useGate = () => useSyncExternalStore(subscribe, () => gate);
