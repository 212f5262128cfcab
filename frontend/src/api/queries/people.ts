import { api, readQuery, unwrap } from '../client';
import { queryClient } from '../query-client';
import type { components } from '../schema';

type Schemas = components['schemas'];
export type Me = Schemas['Me'];
export type Account = Schemas['AccountOut'];
export type ApiToken = Schemas['ApiTokenOut'];
export type Role = Me['role'];

/** Who is signed in. A refusal is no reason to ask again. */
export const meQuery = readQuery(['me'], '/api/v1/me', {}, { staleTime: 60_000, retry: false });

/** Names of all who are not disabled, for everybody. */
export const peopleQuery = readQuery(['people'], '/api/v1/people', {}, { staleTime: 60_000 });

export const accountsQuery = readQuery(['accounts'], '/api/v1/accounts');

export const invitationsQuery = readQuery(['invitations'], '/api/v1/invitations');

export const apiTokensQuery = readQuery(['me', 'tokens'], '/api/v1/me/tokens');

export type AuditEntry = Schemas['EntryOut'];
export type Act = AuditEntry['act'];

/** What people did, newest first; of one act, or of one account, or all. */
export const auditQuery = (filter: { act?: Act; account_id?: string; before?: number }) =>
  readQuery(['audit', filter], '/api/v1/audit', { query: filter });

const renew = (queryKey: readonly string[]) => queryClient.invalidateQueries({ queryKey });

export async function changeAccount(id: string, body: Schemas['AccountChange']): Promise<void> {
  await unwrap(api.PATCH('/api/v1/accounts/{account_id}', { params: { path: { account_id: id } }, body }));
  await Promise.all([renew(accountsQuery.queryKey), renew(meQuery.queryKey)]);
}

export async function invite(body: Schemas['InvitationIn']) {
  const invitation = await unwrap(api.POST('/api/v1/invitations', { body }));
  await renew(invitationsQuery.queryKey);
  return invitation;
}

export const makePasswordLink = (id: string) =>
  unwrap(api.POST('/api/v1/accounts/{account_id}/password-links', { params: { path: { account_id: id } } }));

export async function withdraw(id: string): Promise<void> {
  await unwrap(
    api.DELETE('/api/v1/invitations/{invitation_id}', { params: { path: { invitation_id: id } } }),
  );
  await renew(invitationsQuery.queryKey);
}

export async function changePassword(body: Schemas['PasswordChange']): Promise<void> {
  await unwrap(api.PUT('/api/v1/me/password', { body }));
  await Promise.all([renew(meQuery.queryKey), renew(['sessions'])]);
}

export async function makeApiToken(body: Schemas['ApiTokenIn']) {
  const apiToken = await unwrap(api.POST('/api/v1/me/tokens', { body }));
  await renew(apiTokensQuery.queryKey);
  return apiToken;
}

export async function revokeApiToken(id: string): Promise<void> {
  await unwrap(api.DELETE('/api/v1/me/tokens/{token_id}', { params: { path: { token_id: id } } }));
  await renew(apiTokensQuery.queryKey);
}
