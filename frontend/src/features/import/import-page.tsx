import { Button, Group, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

import { saveImport } from '@/api/queries/imports';
import { NeedsPage } from '@/components/domain/needs-page';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { TableSkeleton } from '@/components/ui/feedback/loading';
import { PageHeader } from '@/components/ui/layout/page-header';
import { DocsLink } from '@/components/ui/navigation/docs-link';
import { Crumb } from '@/components/ui/navigation/links';
import { ALL_READABLE_TOOLS } from '@/components/words/tools';
import { Muted } from '@/components/ui/labels/texts';
import { PlainButton } from '@/components/ui/navigation/buttons';

import { AboutSection } from './about-section';
import { bodyOf, missingOf } from './assemble';
import { isEmpty } from './import-draft';
import { GiveSection } from './give-section';
import { LoadSections } from './load-section';
import { ReportsSection } from './reports-section';
import { ImportRunsSection } from './import-runs-section';
import { TogetherSection } from './together-section';
import { TableSections } from './table-section';
import { type Import, useImport } from './use-import';

/** Outputs and tables from other sources: paste or drop, look at every figure, save as an experiment. */
export function ImportPage() {
  return (
    <NeedsPage right="operator">
      <Import />
    </NeedsPage>
  );
}

function Import() {
  const state = useImport();
  const { draft, query, result, rows, reset } = state;
  return (
    <Stack gap="lg">
      <PageHeader
        title="Import"
        crumbs={[<Crumb to="/experiments">Experiments</Crumb>]}
        meta={
          <span>
            Turn output of {ALL_READABLE_TOOLS}, or a published table, into an experiment with changes and
            intervals. <DocsLink topic="import">What is read, and how</DocsLink>
          </span>
        }
        actions={!isEmpty(draft) && <PlainButton onClick={reset}>Start over</PlainButton>}
      />
      <GiveSection state={state} />
      {query.isError && !isEmpty(draft) && (
        <ErrorState
          error={query.error}
          failedPart="nothing was read; your input is still here"
          onRetry={() => void query.refetch()}
        />
      )}
      {!result && query.isFetching && <TableSkeleton rows={4} />}
      <ReportsSection state={state} />
      <TableSections state={state} />
      {rows.length > 0 && (
        <>
          <TogetherSection state={state} />
          <ImportRunsSection state={state} />
          <LoadSections state={state} />
          <AboutSection state={state} />
          <Save state={state} />
        </>
      )}
    </Stack>
  );
}

function Save({ state: { draft, result, rows, loads, stale, reset } }: { state: Import }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: saveImport,
    onSuccess: async ({ id }) => {
      reset();
      await client.invalidateQueries({ queryKey: ['experiments', 'list'] });
      await navigate({ to: '/experiments/$id', params: { id } });
    },
  });
  const importedRows = rows.filter(({ leftOut }) => !leftOut);
  const missing = [
    ...(draft.name.trim() ? [] : ['a name for the experiment']),
    ...(importedRows.length > 0 ? [] : ['a run to import']),
    ...(importedRows.some(({ variant }) => variant.trim() === '') ? ['a name for each variant'] : []),
    ...loads.flatMap((load) => missingOf(load).map((missingField) => `${missingField} of the workload`)),
  ];
  return (
    <Stack gap="sm">
      {save.isError && (
        <ErrorState
          error={save.error}
          failedPart="nothing was saved; what you typed is still here"
          hint="Fix what is named, then save again."
        />
      )}
      <Group gap="sm">
        <Button
          loading={save.isPending}
          disabled={missing.length > 0 || stale || !result}
          onClick={() => result && save.mutate(bodyOf(result.preview, draft, result.texts))}
        >
          Save as an experiment
        </Button>
        {missing.length > 0 && <Muted role="status">Still needed: {[...new Set(missing)].join(', ')}.</Muted>}
      </Group>
    </Stack>
  );
}
