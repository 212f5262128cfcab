import { useSyncExternalStore } from 'react';

/** Whether the dashboard answers this browser, and what became of the link that it was opened with. */
interface Gate {
  isLocked: boolean;
  /** A link is being exchanged for a session. */
  entering: boolean;
  /** Why a link did not work. */
  problem?: string;
  /** Why the OpenID provider did not sign anybody in: a code, whose words the server has. */
  refusalCode?: string;
  /** The code of an invitation that the page was opened with. */
  invitation?: string;
}

let gate: Gate = { isLocked: false, entering: false };
const listeners = new Set<() => void>();

export function setGate(next: Gate) {
  gate = next;
  for (const listener of listeners) listener();
}

/** Whether the server wants somebody to sign in before it answers. */
export function setLocked(isLocked: boolean) {
  if (gate.isLocked !== isLocked) setGate({ ...gate, isLocked });
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useGate = () => useSyncExternalStore(subscribe, () => gate);
