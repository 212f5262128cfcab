/** Whether Dynoboard answers. While it does not, it is asked again and again; what failed meanwhile goes on once it does. */

import { isAway, UNLOADED } from './errors';

const ASK_EVERY_MS = 2_000;
const HEALTH = '/api/v1/health';

const listeners = new Set<() => void>();
let asking = false;

/** Calls back when there is an answer again; returns how to stop that. */
export function onReturn(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function answers(url: string): Promise<boolean> {
  try {
    return !isAway((await fetch(url, { cache: 'no-store' })).status);
  } catch {
    return false;
  }
}

/** To be called when something could not be fetched: the same address is asked until it answers. */
export async function reportLoss(url: string = HEALTH): Promise<void> {
  if (asking) return;
  asking = true;
  do await wait(ASK_EVERY_MS);
  while (!(await answers(url)));
  asking = false;
  for (const listener of [...listeners]) listener();
}

/** Parts of pages are loaded when needed. Vite tells of one that cannot be, then throws the same error. */
export function watchParts() {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    // The router reloads the page on the browser's own words for it, into the browser's page of errors.
    payload.name = UNLOADED;
    payload.message = 'Part of this page could not be loaded.';
    void reportLoss();
  });
}
