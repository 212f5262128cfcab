import { type QueryKey, queryOptions } from '@tanstack/react-query';
import createClient, { type FetchResponse, type Middleware } from 'openapi-fetch';

import { reportLoss } from './connection';
import { isAway, toApiError, unreachable } from './errors';
import type { paths } from './schema';
import { apiAddress, isShared } from './share';
import { setLocked } from './session';

/** What is asked to learn that the server is back: the same again, unless that would do something. */
const probeOf = ({ method, url }: Request) => (method === 'GET' ? url : undefined);

const connectionMiddleware: Middleware = {
  onRequest({ request }) {
    const { pathname, search, origin } = new URL(request.url);
    const address = apiAddress(pathname);
    return address === pathname ? undefined : new Request(`${origin}${address}${search}`, request);
  },
  onResponse({ request, response }) {
    if (response.status === 401 && !isShared) setLocked(true);
    if (isAway(response.status)) void reportLoss(probeOf(request));
  },
  onError({ request, error }) {
    if (request.signal.aborted) return error as Error; // nobody waits for it any more
    void reportLoss(probeOf(request));
    return unreachable();
  },
};

/** Every path and type of the API; wrap a call in `unwrap` to get its data or an ApiError. */
export const api = createClient<paths>({
  baseUrl: window.location.origin,
  credentials: 'same-origin',
  fetch: (request) => fetch(request),
});
api.use(connectionMiddleware);

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

type Read<Path extends keyof paths> = Extract<paths[Path], { get: object }>['get'];
type Readable = { [Path in keyof paths]: Read<Path> extends never ? never : Path }[keyof paths];
type Params<Path extends Readable> = Read<Path>['parameters'];
type Answer<Path extends Readable> = NonNullable<
  FetchResponse<Read<Path>, object, 'application/json'>['data']
>;

/** What the query of a path may hold. */
export type QueryOf<Path extends Readable> = NonNullable<
  Params<Path> extends { query?: infer Query } ? Query : never
>;

interface QuerySettings {
  staleTime?: number;
  retry?: boolean;
  refetchInterval?: number;
}

/** The query that reads a path: the data of its answer, given up once nobody waits for it. One whose
 * `refetchInterval` looks at the data is written out, for TypeScript finds no type by this. */
export const readQuery = <Path extends Readable, Key extends QueryKey>(
  queryKey: Key,
  path: Path,
  ...[params, settings]: object extends Params<Path>
    ? [params?: Params<Path>, settings?: QuerySettings]
    : [params: Params<Path>, settings?: QuerySettings]
) =>
  queryOptions({
    queryKey,
    queryFn: ({ signal }) => unwrap(api.GET(path, { params, signal } as never)) as Promise<Answer<Path>>,
    ...settings,
  });
