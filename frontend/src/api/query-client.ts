import { notifyManager, QueryClient, type QueryKey } from '@tanstack/react-query';

import { noteAskingTimes } from './asking-times';
import { onReturn } from './connection';
import { ApiError } from './errors';

const worthRetrying = (error: unknown) =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

// A button is disabled before the next click is heard; by default it is after a timeout, and a double click sends twice.
notifyManager.setScheduler(queueMicrotask);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // A dashboard on this machine answers without any network.
      networkMode: 'always',
      retry: (failures, error) => failures < 2 && worthRetrying(error),
      retryDelay: (attempt) => Math.min(500 * 2 ** attempt, 5_000),
    },
    mutations: { networkMode: 'always' },
  },
});

noteAskingTimes(queryClient.getQueryCache());

onReturn(
  () =>
    void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' }),
);

/** The answer of a change, once what it makes stale has been asked for again. */
export async function renew<T>(change: Promise<T>, ...queryKeys: QueryKey[]): Promise<T> {
  const answer = await change;
  await Promise.all(queryKeys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  return answer;
}
