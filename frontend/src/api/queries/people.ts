import { api, type QueryOf, readQuery, unwrap } from '../client';
import { renew } from '../query-client';
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
export const auditQuery = (filter: QueryOf<'/api/v1/audit'>) =>
  readQuery(['audit', filter], '/api/v1/audit', { query: filter });

export const changeAccount = (id: string, body: Schemas['AccountChange']) =>
  renew(
    unwrap(api.PATCH('/api/v1/accounts/{account_id}', { params: { path: { account_id: id } }, body })),
    accountsQuery.queryKey,
    meQuery.queryKey,
  );

export const invite = (body: Schemas['InvitationIn']) =>
  renew(unwrap(api.POST('/api/v1/invitations', { body })), invitationsQuery.queryKey);

export const makePasswordLink = (id: string) =>
  unwrap(api.POST('/api/v1/accounts/{account_id}/password-links', { params: { path: { account_id: id } } }));

export const withdraw = (id: string) =>
  renew(
    unwrap(api.DELETE('/api/v1/invitations/{invitation_id}', { params: { path: { invitation_id: id } } })),
    invitationsQuery.queryKey,
  );

export const changePassword = (body: Schemas['PasswordChange']) =>
  renew(unwrap(api.PUT('/api/v1/me/password', { body })), meQuery.queryKey, ['sessions']);

export const makeApiToken = (body: Schemas['ApiTokenIn']) =>
  renew(unwrap(api.POST('/api/v1/me/tokens', { body })), apiTokensQuery.queryKey);

export const revokeApiToken = (id: string) =>
  renew(
    unwrap(api.DELETE('/api/v1/me/tokens/{token_id}', { params: { path: { token_id: id } } })),
    apiTokensQuery.queryKey,
  );
