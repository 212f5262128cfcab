import createClient, { type Middleware } from 'openapi-fetch';

import { toApiError, unreachable } from './errors';
import type { paths } from './schema';
import { setLocked } from './session';

const lockOn401: Middleware = {
  onResponse({ response }) {
    if (response.status === 401) setLocked(true);
  },
  onError() {
    return unreachable();
  },
};

/** Every path and type of the API; wrap a call in `unwrap` to get its data or an ApiError. */
export const api = createClient<paths>({
  baseUrl: window.location.origin,
  credentials: 'same-origin',
  fetch: (request) => fetch(request),
});
api.use(lockOn401);

interface Fetched<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** The data of an answer; throws ApiError when the server said no. */
export async function unwrap<T>(call: Promise<Fetched<T>>): Promise<T> {
  const { data, error, response } = await call;
  if (!response.ok) throw toApiError(response.status, error);
  return data as T;
}
