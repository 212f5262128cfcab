import { Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { ApiError } from '@/api/errors';
import type { Report } from '@/api/types';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { ButtonLink } from '@/components/ui/navigation/links';
import { PageSkeleton } from '@/components/ui/feedback/loading';
import { PageHeader } from '@/components/ui/layout/page-header';

interface AnswerProps {
  query: UseQueryResult<Report>;
  what: 'experiment' | 'comparison';
  children: (report: Report) => ReactNode;
}

/** The report once it is there; until then, or where there is none, what is the matter. */
export function Answer({ query, what, children }: AnswerProps) {
  if (query.data) return children(query.data);
  if (query.isPending) return <PageSkeleton />;
  const refused = query.error instanceof ApiError && [404, 410, 422].includes(query.error.status);
  return (
    <Stack gap="md">
      <PageHeader title="Report" />
      {refused ? (
        <EmptyState
          title={`There is no report of this ${what}`}
          text={query.error instanceof ApiError ? query.error.detail || query.error.title : ''}
          action={
            what === 'experiment' ? (
              <ButtonLink to="/experiments">All experiments</ButtonLink>
            ) : (
              <ButtonLink to="/compare">Compare</ButtonLink>
            )
          }
        />
      ) : (
        <ErrorState error={query.error} failedPart="this report" onRetry={() => void query.refetch()} />
      )}
    </Stack>
  );
}
