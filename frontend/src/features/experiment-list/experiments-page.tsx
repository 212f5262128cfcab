import { Collapse, Group, Paper, Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';

import { useLive } from '@/api/events';
import { experimentsQuery } from '@/api/queries/experiments';
import { TIME_ZONE } from '@/api/queries/annotations';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { Needs } from '@/components/domain/needs';
import { ExperimentTable } from '@/components/domain/experiment-table';
import { ButtonLink } from '@/components/ui/navigation/links';
import { TableSkeleton } from '@/components/ui/feedback/loading';
import { PageHeader } from '@/components/ui/layout/page-header';
import { ApiError } from '@/api/errors';

import { StateFilter } from './state-filter';
import { PeopleFilter } from './people-filter';
import { SearchLine } from './search-line';
import { Nothing } from './nothing';
import { FilterPanel } from './filter-panel';
import { FilterChips } from './filter-chips';
import { BulkBar } from './bulk-bar';

const route = getRouteApi('/experiments');
const PAGE = 30;

/** Every experiment, newest first, found by all that it has. */
export function ExperimentsPage() {
  const { q = '', before, filters } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery({
    ...experimentsQuery({ q, before, limit: PAGE, tz: TIME_ZONE }),
    placeholderData: keepPreviousData,
  });
  useLive({ isEnabled: true, keys: [['experiments', 'list'], ['tags']] });
  const [good, setGood] = useState(query.data); // stays while what is being typed cannot be read
  if (query.data && query.data !== good) setGood(query.data);
  const change = (next: string) =>
    void navigate({
      search: (old) => ({ ...old, q: next.trim() || undefined, before: undefined }),
      replace: true,
    });
  const problem = query.error instanceof ApiError && query.error.status === 422 ? query.error : undefined;

  return (
    <Stack gap="md">
      <PageHeader
        title="Experiments"
        actions={
          <Needs right="operator">
            <ButtonLink to="/experiments/import" variant="default">
              Import
            </ButtonLink>
            <ButtonLink to="/new">New experiment</ButtonLink>
          </Needs>
        }
      />
      <SearchLine q={q} onChange={change} problem={problem} />
      <Collapse expanded={filters !== undefined} id="filters">
        {filters && <FilterPanel q={q} onChange={change} />}
      </Collapse>
      <Group justify="space-between">
        <Group gap="sm" maw="100%">
          <StateFilter q={q} onChange={change} />
          <PeopleFilter q={q} onChange={change} />
        </Group>
        <FilterChips q={q} onChange={change} />
      </Group>
      {query.isError && !problem ? (
        <Paper>
          <ErrorState error={query.error} failedPart="the experiments" onRetry={() => void query.refetch()} />
        </Paper>
      ) : (
        <Found
          key={`${q} ${before}`}
          experiments={query.data ?? (problem ? good : undefined)}
          pending={query.isPending}
          q={q}
          onChange={change}
        />
      )}
      <Group justify="space-between">
        <div>
          {before && (
            <ButtonLink to="/experiments" search={{ q, filters }} variant="default">
              Newest
            </ButtonLink>
          )}
        </div>
        {query.data?.length === PAGE && (
          <ButtonLink
            to="/experiments"
            search={{ q, filters, before: query.data.at(-1)?.id }}
            variant="default"
          >
            Older
          </ButtonLink>
        )}
      </Group>
    </Stack>
  );
}

interface FoundProps {
  experiments: React.ComponentProps<typeof ExperimentTable>['experiments'] | undefined;
  pending: boolean;
  q: string;
  onChange: (q: string) => void;
}

/** The table, with boxes to choose several. */
function Found({ experiments: listedExperiments, pending, q, onChange }: FoundProps) {
  const [chosenIds, setChosen] = useState<string[]>([]);
  const chosenExperiments = (listedExperiments ?? []).filter(({ id }) => chosenIds.includes(id));
  return (
    <>
      {chosenExperiments.length > 0 && (
        <Needs right="operator">
          <BulkBar experiments={chosenExperiments} onDone={() => setChosen([])} />
        </Needs>
      )}
      <Paper>
        {pending && !listedExperiments && <TableSkeleton rows={8} />}
        {!pending && !listedExperiments && (
          <EmptyState plain title="Invalid search" text="See below the box." />
        )}
        {listedExperiments?.length === 0 && <Nothing q={q} onChange={onChange} />}
        {listedExperiments && listedExperiments.length > 0 && (
          <ExperimentTable experiments={listedExperiments} chosenIds={chosenIds} onChoose={setChosen} />
        )}
      </Paper>
    </>
  );
}
