import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '../client';
import { ApiError } from '../errors';
import { queryClient } from '../query-client';
import type { components } from '../schema';
import { setDoor, setLocked } from '../session';

type Schemas = components['schemas'];
export type BrowserSession = Schemas['SessionOut'];

const FRAGMENT = '#sign-in=';

const open = (body: { token: string } | { code: string }) =>
  unwrap(api.POST('/api/v1/session', { body: body as Schemas['SignIn'] }));

/** Trades the dashboard's token for a cookie, or goes on at the host name that the cookie may belong to. */
export async function signIn(token: string): Promise<void> {
  const { url } = await open({ token });
  if (url) return goOn(url);
  setDoor({ locked: false, entering: false });
  await queryClient.invalidateQueries();
}

function goOn(url: string) {
  const { pathname, search } = window.location;
  const { origin, hash } = new URL(url);
  window.location.assign(`${origin}${pathname}${search}${hash}`);
}

/** Signs in by the one-time link that the page was opened with, now or while it is open. */
export function watchLinks(): void {
  window.addEventListener('hashchange', () => void followLink());
  void followLink();
}

async function followLink(): Promise<void> {
  const code = takeCode();
  if (!code) return;
  setDoor({ locked: false, entering: true });
  try {
    const { url } = await open({ code });
    if (url) return goOn(url);
    setDoor({ locked: false, entering: false });
    await queryClient.invalidateQueries();
  } catch (error) {
    setDoor({ locked: true, entering: false, problem: wordsOf(error) });
  }
}

/** The code of the link, which goes out of the address bar and the history at once. */
function takeCode(): string | undefined {
  const { hash, pathname, search } = window.location;
  if (!hash.startsWith(FRAGMENT)) return undefined;
  window.history.replaceState(window.history.state, '', pathname + search);
  return hash.slice(FRAGMENT.length);
}

export const wordsOf = (error: unknown): string =>
  error instanceof ApiError && error.detail ? error.detail : String(error);

/** The browsers that are signed in. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/v1/sessions', { signal })),
});

export async function endSession(id: string): Promise<void> {
  await unwrap(api.DELETE('/api/v1/sessions/{session_id}', { params: { path: { session_id: id } } }));
  await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
}

/** Nothing of the dashboard stays in the page's memory. */
function leave() {
  setLocked(true);
  queryClient.clear();
}

export async function signOut(): Promise<void> {
  await unwrap(api.DELETE('/api/v1/session'));
  leave();
}

export async function signOutEverywhere(): Promise<void> {
  await unwrap(api.DELETE('/api/v1/sessions'));
  leave();
}
