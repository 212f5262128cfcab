import { toApiError } from '../errors';
import { setLocked } from '../session';

/** Trades the server's token for a cookie. */
export async function signIn(token: string): Promise<void> {
  const response = await fetch('/api/v1/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  if (!response.ok) throw toApiError(response.status, await response.json().catch(() => null));
  setLocked(false);
}
