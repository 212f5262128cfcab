import { Collapse, Group, Paper, Stack, Box, SegmentedControl } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

import { useLive } from '@/api/events';
import { experimentsQuery } from '@/api/queries/experiments';
import { TIME_ZONE } from '@/api/queries/annotations';
import type { ExperimentSummary } from '@/api/types';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { Needs } from '@/components/domain/needs';
import { ButtonLink } from '@/components/ui/navigation/links';
import { valuesOf, withOnly } from '@/components/words/search';
import { TableSkeleton } from '@/components/ui/feedback/loading';
import { PageHeader } from '@/components/ui/layout/page-header';
import { ApiError } from '@/api/errors';
import { Toggle } from '@/components/ui/navigation/toggle';

import { SearchLine } from './search-line';
import { Nothing } from './nothing';
import { FilterPanel } from './filter-panel';
import { FilterChips, type FilterProps } from './filter-chips';
import { BulkBar } from './bulk-bar';
import { type Column, parseColumns, parseSort, storedColumns } from './columns';
import { ColumnMenu } from './column-menu';
import { FiguresTable } from './figures-table';

const route = getRouteApi('/experiments');
const PAGE = 30;

/** Every experiment with its figures, found by all that it has and sorted by any of them. */
export function ExperimentsPage() {
  const { q = '', before, filters, sort: sortText, columns: columnsInAddress } = route.useSearch();
  const navigate = route.useNavigate();
  const sort = parseSort(sortText);
  const columns = useColumns(columnsInAddress);
  const order = sort.isDown ? 'desc' : 'asc';
  const query = useQuery({
    ...experimentsQuery({ q, sort: sort.key, order, before, limit: PAGE, tz: TIME_ZONE }),
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
  const last = query.data?.at(-1);
  const isNewestFirst = sort.key === 'when' && sort.isDown;
  const problem = query.error instanceof ApiError && query.error.status === 422 ? query.error : undefined;

  return (
    <Stack gap="md">
      <PageHeader
        title="Experiments"
        actions={
          <>
            <ButtonLink
              to="/experiments/trend"
              search={{ recipe: valuesOf(q, 'recipe')[0] }}
              variant="default"
            >
              Trend
            </ButtonLink>
            <ButtonLink to="/bisects" variant="default">
              Bisects
            </ButtonLink>
            <Needs right="operator">
              <ButtonLink to="/experiments/import" variant="default">
                Import
              </ButtonLink>
              <ButtonLink to="/new">New experiment</ButtonLink>
            </Needs>
          </>
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
        <Group gap="sm">
          <FilterChips q={q} onChange={change} />
          <ColumnMenu columns={columns} />
        </Group>
      </Group>
      {query.isError && !problem ? (
        <Paper>
          <ErrorState error={query.error} failedPart="the experiments" onRetry={() => void query.refetch()} />
        </Paper>
      ) : (
        <Found
          key={`${q} ${before} ${sortText}`}
          columns={columns}
          sort={sort}
          experiments={query.data ?? (problem ? good : undefined)}
          pending={query.isPending}
          q={q}
          onChange={change}
        />
      )}
      <Group justify="space-between">
        <div>
          {before && (
            <ButtonLink to="/experiments" search={(old) => ({ ...old, before: undefined })} variant="default">
              {isNewestFirst ? 'Newest' : 'First page'}
            </ButtonLink>
          )}
        </div>
        {last && query.data?.length === PAGE && (
          <ButtonLink to="/experiments" search={(old) => ({ ...old, before: last.id })} variant="default">
            {isNewestFirst ? 'Older' : 'Next page'}
          </ButtonLink>
        )}
      </Group>
    </Stack>
  );
}

/** Those of the address, else the last choice of this browser, which is written into the address. */
function useColumns(text: string | undefined): Column[] {
  const navigate = route.useNavigate();
  const chosenText = text ?? storedColumns();
  useEffect(() => {
    if (!text && chosenText)
      void navigate({ search: (old) => ({ ...old, columns: chosenText }), replace: true });
  }, [text, chosenText, navigate]);
  return parseColumns(chosenText);
}

interface FoundProps extends Pick<React.ComponentProps<typeof FiguresTable>, 'columns' | 'sort'> {
  experiments: ExperimentSummary[] | undefined;
  pending: boolean;
  q: string;
  onChange: (q: string) => void;
}

/** The table, with boxes to choose several. */
function Found({ experiments: listedExperiments, pending, q, onChange, columns, sort }: FoundProps) {
  const [chosenIds, setChosen] = useState<string[]>([]);
  const chosenExperiments = (listedExperiments ?? []).filter(({ id }) => chosenIds.includes(id));
  return (
    <>
      <Paper>
        {pending && !listedExperiments && <TableSkeleton rows={8} />}
        {!pending && !listedExperiments && (
          <EmptyState plain title="Invalid search" text="See below the box." />
        )}
        {listedExperiments?.length === 0 && <Nothing q={q} onChange={onChange} />}
        {listedExperiments && listedExperiments.length > 0 && (
          <FiguresTable
            experiments={listedExperiments}
            columns={columns}
            sort={sort}
            chosenIds={chosenIds}
            onChoose={setChosen}
          />
        )}
      </Paper>
      {chosenExperiments.length > 0 && (
        <BulkBar experiments={chosenExperiments} onDone={() => setChosen([])} />
      )}
    </>
  );
}

/** One's own experiments, and those whose notes mention one; both are written into the search. */
function PeopleFilter({ q, onChange }: FilterProps) {
  const toggle = (key: string, label: string) => (
    <Toggle
      on={valuesOf(q, key).includes('me')}
      label={label}
      onChange={(on) => onChange(withOnly(q, key, on ? 'me' : null))}
    />
  );
  return (
    <Group gap={6} wrap="nowrap" role="group" aria-label="Whose">
      {toggle('by', 'Mine')}
      {toggle('mentions', 'Mentions me')}
    </Group>
  );
}

const STATES = ['all', 'running', 'queued', 'finished', 'failed', 'cancelled'];

/** One state or all; it is written into the search. */
function StateFilter({ q, onChange }: FilterProps) {
  const [state, ...more] = valuesOf(q, 'state');
  const shownState = state && more.length === 0 && STATES.includes(state) ? state : 'all';
  return (
    <Box maw="100%" style={{ overflowX: 'auto' }}>
      <SegmentedControl
        aria-label="State"
        data={STATES}
        value={shownState}
        onChange={(next) => onChange(withOnly(q, 'state', next === 'all' ? null : next))}
      />
    </Box>
  );
}
