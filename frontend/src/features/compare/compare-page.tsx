import { Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';

import { CompareView } from './compare-view';
import { Picker } from './picker';
import { selectionOf } from './selection';
import { compareQuery } from '@/api/queries/comparisons';
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

function Compared({ selection }: { selection: NonNullable<ReturnType<typeof selectionOf>> }) {
  const { data, isPending, isError, error, refetch } = useQuery({
    ...compareQuery(selection),
    placeholderData: keepPreviousData,
  });
  if (isPending) return <PageSkeleton />;
  if (isError)
    return (
      <Stack>
        <PageHeader title="Compare" />
        <ErrorState error={error} where="this comparison" onRetry={() => void refetch()} />
        <div>
          <ButtonLink
            to="/compare"
            search={{
              pick: selection.experiment ?? 'all',
              a: selection.a?.join(','),
              b: selection.b?.join(','),
            }}
          >
            Choose what to compare
          </ButtonLink>
        </div>
      </Stack>
    );
  return <CompareView comparison={data} />;
}
