import { api, readQuery, unwrap } from '../client';
import { ApiError, toApiError } from '../errors';
import { queryClient, renew } from '../query-client';
import type { components, paths } from '../schema';
import { setGate, setLocked } from '../session';

type Schemas = components['schemas'];
export type BrowserSession = Schemas['SessionOut'];

const SIGN_IN = '#sign-in=';
const INVITATION = '#invitation=';
const REFUSED = '#refused=';

type Credentials = { token: string } | { code: string } | { login: string; password: string };

const open = (body: Credentials) => unwrap(api.POST('/api/v1/session', { body: body as Schemas['SignIn'] }));

/** Trades a token or a password for a cookie, or goes on at the host name that the cookie may belong to. */
export async function signIn(credentials: Credentials): Promise<void> {
  await enter(await open(credentials));
}

/** Uses an invitation: a new account, signed in to. */
export async function join(body: Schemas['Joining']): Promise<void> {
  await enter(await unwrap(api.POST('/api/v1/join', { body })));
}

type Refusal = NonNullable<NonNullable<paths['/api/v1/session']['get']['parameters']['query']>['refused']>;

/** How one signs in here besides by password, link and token; and why the provider refused to. */
export const waysQuery = (refusalCode?: string) =>
  readQuery(
    ['ways', refusalCode ?? ''],
    '/api/v1/session',
    { query: { refused: refusalCode as Refusal } },
    { staleTime: 60_000, retry: false },
  );

/** Leaves for the OpenID provider, which sends this browser back. */
export async function goToProvider(body: Partial<Schemas['Beginning']>): Promise<void> {
  const { url } = await unwrap(api.POST('/api/v1/session/oidc', { body: body as Schemas['Beginning'] }));
  window.location.assign(url);
}

async function enter({ url }: Schemas['SignedIn']): Promise<void> {
  if (url) return goOn(url);
  setGate({ isLocked: false, entering: false });
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
  const invitation = takeCode(INVITATION);
  if (invitation) return followInvitation(invitation);
  const refusalCode = takeCode(REFUSED);
  if (refusalCode) return followRefusal(refusalCode);
  const code = takeCode(SIGN_IN);
  if (!code) return;
  setGate({ isLocked: false, entering: true });
  try {
    await enter(await open({ code }));
  } catch (error) {
    setGate({ isLocked: true, entering: false, problem: wordsOf(error) });
  }
}

/** Says why the provider did not sign anybody in; who is signed in already stays so, such as after the back button. */
async function followRefusal(refusalCode: string): Promise<void> {
  setGate({ isLocked: true, entering: true });
  const { response } = await api.GET('/api/v1/me').catch(() => ({ response: undefined }));
  setGate({ isLocked: !response?.ok, entering: false, refusalCode });
}

/** The form of an invitation that can still be used, else why it cannot. */
async function followInvitation(code: string): Promise<void> {
  setGate({ isLocked: true, entering: true });
  const { error, response } = await api
    .POST('/api/v1/join/check', { body: { code } })
    .catch(() => ({ error: undefined, response: undefined })); // out of reach: the form says so when it is sent
  const problem = response?.status === 401 ? wordsOf(toApiError(401, error)) : undefined;
  setGate({ isLocked: true, entering: false, invitation: code, problem });
}

/** The code of the link, which goes out of the address bar and the history at once. */
function takeCode(fragment: string): string | undefined {
  const { hash, pathname, search } = window.location;
  if (!hash.startsWith(fragment)) return undefined;
  window.history.replaceState(window.history.state, '', pathname + search);
  return hash.slice(fragment.length);
}

export const wordsOf = (error: unknown): string =>
  error instanceof ApiError && error.detail ? error.detail : String(error);

/** The browsers that are signed in. */
export const sessionsQuery = readQuery(['sessions'], '/api/v1/sessions');

export const endSession = (id: string) =>
  renew(
    unwrap(api.DELETE('/api/v1/sessions/{session_id}', { params: { path: { session_id: id } } })),
    sessionsQuery.queryKey,
  );

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
