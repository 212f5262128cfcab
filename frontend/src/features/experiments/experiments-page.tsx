import { Group, Paper, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';

import { SearchInput } from './search-input';
import { useLive } from '@/api/events';
import { experimentsQuery } from '@/api/queries/experiments';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { ExperimentTable } from '@/components/ui/experiment-table';
import { ButtonLink } from '@/components/ui/links';
import { TableSkeleton } from '@/components/ui/loading';
import { PageHeader } from '@/components/ui/page-header';
import { UrlSegments } from '@/components/ui/url-segments';

const route = getRouteApi('/experiments');
const PAGE = 30;
const STATES = ['running', 'queued', 'finished', 'failed', 'cancelled'].map((value) => ({
  value,
  label: value,
}));

/** Every experiment, newest first, found by name and state. */
export function ExperimentsPage() {
  const { q, state, before } = route.useSearch();
  const query = useQuery(experimentsQuery({ q, state: state && [state], before, limit: PAGE }));
  useLive({ enabled: true, keys: [['experiments', 'list']] });
  const filtered = Boolean(q || state);
  const last = query.data?.at(-1);

  return (
    <Stack gap="md">
      <PageHeader title="Experiments" actions={<ButtonLink to="/new">New experiment</ButtonLink>} />
      <Group justify="space-between">
        <SearchInput />
        <UrlSegments
          name="state"
          label="State"
          fallback="all"
          options={[{ value: 'all', label: 'all' }, ...STATES]}
        />
      </Group>
      <Paper>
        {query.isPending && <TableSkeleton rows={8} />}
        {query.isError && (
          <ErrorState error={query.error} where="the experiments" onRetry={() => void query.refetch()} />
        )}
        {query.data?.length === 0 && <Nothing filtered={filtered} />}
        {query.data && query.data.length > 0 && <ExperimentTable experiments={query.data} />}
      </Paper>
      <Group justify="space-between">
        <div>
          {before && (
            <ButtonLink to="/experiments" search={{ q, state }} variant="default">
              Newest
            </ButtonLink>
          )}
        </div>
        {query.data?.length === PAGE && last && (
          <ButtonLink to="/experiments" search={{ q, state, before: last.id }} variant="default">
            Older
          </ButtonLink>
        )}
      </Group>
    </Stack>
  );
}

function Nothing({ filtered }: { filtered: boolean }) {
  return filtered ? (
    <EmptyState
      plain
      title="No experiment fits"
      text="No name has these words in this state."
      action={
        <ButtonLink to="/experiments" variant="default">
          Show all
        </ButtonLink>
      }
    />
  ) : (
    <EmptyState
      plain
      title="No experiment yet"
      text="An experiment compares variants of nginx on a testbed, trial by trial, and says what differs and how sure that is."
      action={<ButtonLink to="/new">New experiment</ButtonLink>}
    />
  );
}
