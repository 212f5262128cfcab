import { QueryClient } from '@tanstack/react-query';

import { ApiError } from './errors';

const worthRetrying = (error: unknown) =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (failures, error) => failures < 2 && worthRetrying(error),
      retryDelay: (attempt) => Math.min(500 * 2 ** attempt, 5_000),
    },
  },
});
