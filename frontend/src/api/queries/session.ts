import { api, unwrap } from '../client';
import { setLocked } from '../session';

/** Trades the server's token for a cookie. */
export async function signIn(token: string): Promise<void> {
  await unwrap(api.POST('/api/v1/session', { body: { token } }));
  setLocked(false);
}
