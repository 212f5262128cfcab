import type { ReactNode } from 'react';

import { ErrorState } from './error-state';

interface QueryStateProps {
  query: { isPending: boolean; error: Error | null; refetch: () => unknown };
  failedPart: string;
  /** Stands here while the answer is awaited. */
  skeleton?: ReactNode;
}

/** What stands here until a request has its answer: a skeleton, or why there is none. */
export function QueryState({ query, failedPart, skeleton }: QueryStateProps) {
  if (query.isPending) return skeleton;
  if (!query.error) return null;
  return <ErrorState error={query.error} failedPart={failedPart} onRetry={() => void query.refetch()} />;
}
