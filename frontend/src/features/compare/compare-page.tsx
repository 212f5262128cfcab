import { Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';

import { CompareView } from './compare-view';
import { Picker } from './picker';
import { joined, selectionOf } from './selection';
import { ApiError } from '@/api/errors';
import { compareQuery, type Selection } from '@/api/queries/comparisons';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { ButtonLink } from '@/components/ui/links';
import { PageSkeleton } from '@/components/ui/loading';
import { PageHeader } from '@/components/ui/page-header';

const route = getRouteApi('/compare');

/** Two groups of runs side by side, or what to choose them from; all of it in the address. */
export function ComparePage() {
  const search = route.useSearch();
  const selection = search.pick === undefined ? selectionOf(search) : null;
  return selection ? <Compared selection={selection} /> : <Picker />;
}

function Compared({ selection }: { selection: Selection }) {
  const { data, isPending, isError, error, refetch } = useQuery({
    ...compareQuery(selection),
    placeholderData: keepPreviousData,
  });
  if (isPending) return <PageSkeleton />;
  if (isError) return <NotCompared error={error} selection={selection} onRetry={() => void refetch()} />;
  return <CompareView comparison={data} />;
}

interface NotComparedProps {
  error: unknown;
  selection: Selection;
  onRetry: () => void;
}

/** Says what is wrong with the selection, and leads back to choosing. */
function NotCompared({ error, selection: { experiment, a, b }, onRetry }: NotComparedProps) {
  const choice = error instanceof ApiError && [404, 410, 422].includes(error.status) ? error : null;
  return (
    <Stack>
      <PageHeader title="Compare" />
      {choice ? (
        <EmptyState
          title="This selection cannot be compared"
          text={`${sentence(choice.detail || choice.title)}.`}
          action={
            <ButtonLink
              to="/compare"
              search={{
                pick: experiment ?? 'all',
                ...(choice.status === 422 && { a: joined(a), b: joined(b) }),
              }}
            >
              Choose what to compare
            </ButtonLink>
          }
        />
      ) : (
        <ErrorState error={error} where="this comparison" onRetry={onRetry} />
      )}
    </Stack>
  );
}

const sentence = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);
