import { Stack } from '@mantine/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';

import { ApiError } from '@/api/errors';
import {
  changeComparison,
  compareQuery,
  savedComparisonQuery,
  type Selection,
} from '@/api/queries/comparisons';
import type { SavedComparison } from '@/api/types';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { ButtonLink, Crumb } from '@/components/ui/navigation/links';
import { PageSkeleton } from '@/components/ui/feedback/loading';
import { NotesCard } from '@/components/domain/notes/notes-card';
import { PageHeader } from '@/components/ui/layout/page-header';

import { ids, LETTERS, selectionOf } from '../selection/selection';
import { Picker } from '../picker/picker';
import { CompareStateProvider, useCompare } from '../selection/compare-state';

import { SavedMenu } from './saved-menu';
import { ComparedPage } from './compare-view';
import { ChangedBar } from './changed-bar';

/** Groups of runs side by side, or what to choose them from; all of it in the address. */
export function ComparePage() {
  return (
    <CompareStateProvider>
      <Content />
    </CompareStateProvider>
  );
}

/** The same page on top of a state that was saved under a name. */
export function SavedComparisonPage() {
  const { id = '' } = useParams({ strict: false });
  const { data, isPending, isError, error, refetch } = useQuery(savedComparisonQuery(id));
  if (isPending) return <PageSkeleton />;
  if (isError) return <NotSaved error={error} onRetry={() => void refetch()} />;
  return (
    <CompareStateProvider savedComparison={data} key={data.id}>
      <Content />
    </CompareStateProvider>
  );
}

function Content() {
  const { search } = useCompare();
  const selection = search.pick === undefined ? selectionOf(search) : null;
  return selection ? <Compared selection={selection} /> : <Picker />;
}

function Compared({ selection }: { selection: Selection }) {
  const { savedComparison } = useCompare();
  const { data, isPending, isError, error, refetch } = useQuery({
    ...compareQuery(selection),
    placeholderData: keepPreviousData,
  });
  if (isPending) return <PageSkeleton />;
  if (isError) return <NotCompared error={error} selection={selection} onRetry={() => void refetch()} />;
  return (
    <ComparedPage
      comparison={data}
      below={
        <>
          <ChangedBar />
          {savedComparison && <Notes savedComparison={savedComparison} />}
        </>
      }
    />
  );
}

function Notes({ savedComparison }: { savedComparison: SavedComparison }) {
  const queries = useQueryClient();
  const { queryKey, queryFn } = savedComparisonQuery(savedComparison.id);
  const keep = (now: SavedComparison) => queries.setQueryData(queryKey, now);
  return (
    <NotesCard
      of="comparison"
      id={savedComparison.id}
      notes={savedComparison.notes}
      notes_version={savedComparison.notes_version}
      author={savedComparison.notes_by}
      at={savedComparison.notes_at}
      mentions={savedComparison.mentions}
      save={async (notes, version) =>
        keep(await changeComparison(savedComparison.id, { notes, notes_version: version }))
      }
      reload={() => queries.fetchQuery({ queryKey, queryFn, staleTime: 0 })}
    />
  );
}

function NotSaved({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const missing = error instanceof ApiError && error.status === 404;
  return (
    <Stack>
      <PageHeader title="Compare" />
      {missing ? (
        <EmptyState
          title="There is no saved comparison at this address"
          text="It may have been deleted. Its runs stay, unless they were deleted too."
          action={<ButtonLink to="/compare">Saved comparisons</ButtonLink>}
        />
      ) : (
        <ErrorState error={error} failedPart="this saved comparison" onRetry={onRetry} />
      )}
    </Stack>
  );
}

interface NotComparedProps {
  error: unknown;
  selection: Selection;
  onRetry: () => void;
}

/** Says what is wrong with the selection, and leads back to choosing. */
function NotCompared({ error, selection, onRetry }: NotComparedProps) {
  const { address, savedComparison } = useCompare();
  const choice = error instanceof ApiError && [404, 410, 422].includes(error.status) ? error : null;
  const keep = choice?.status === 422 && LETTERS.some((letter) => ids(selection[letter]?.join(',')).length);
  const again = { pick: selection.experiment ?? 'all', ...(!keep && { a: undefined, b: undefined }) };
  return (
    <Stack>
      <PageHeader
        title={savedComparison?.name ?? 'Compare'}
        crumbs={
          savedComparison && [
            <Crumb to="/compare">Compare</Crumb>,
            <span className="dyno-mono">c/{savedComparison.id}</span>,
          ]
        }
        actions={savedComparison && <SavedMenu savedComparison={savedComparison} />}
      />
      {choice ? (
        <EmptyState
          title={
            savedComparison && choice.status !== 422
              ? 'This saved comparison can no longer be opened'
              : 'These runs cannot be compared'
          }
          text={`${sentence(choice.detail || choice.title)}.`}
          action={
            <ButtonLink to="." search={address(again) as never}>
              Choose what to compare
            </ButtonLink>
          }
        />
      ) : (
        <ErrorState error={error} failedPart="this comparison" onRetry={onRetry} />
      )}
    </Stack>
  );
}

const sentence = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1).replace(/\.$/, '');
