import { Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';

import { ApiError } from '@/api/errors';
import { NeedsPage } from '@/components/domain/needs-page';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { ButtonLink } from '@/components/ui/navigation/links';
import { PageSkeleton } from '@/components/ui/feedback/loading';
import { PageHeader } from '@/components/ui/layout/page-header';

import { originOf, useSource } from '../draft/source';

import { EditorPage } from './editor-page';
import { RecipeStep } from './recipe-step';

const route = getRouteApi('/new');

/** Recipe → testbed → variants → workload → plan → launch, on one definition. Everybody may read the recipes. */
export function NewExperimentPage() {
  const search = route.useSearch();
  const isStart = search.step === undefined || search.step === 'recipe';
  if (isStart && originOf(search) === 'blank') return <RecipeStep />;
  return (
    <NeedsPage right="operator">
      <NewExperiment />
    </NeedsPage>
  );
}

function NewExperiment() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const origin = originOf(search);
  const source = useSource(search);
  if (source.pending) return <PageSkeleton />;
  if (!source.definition) {
    return (
      <Stack gap="lg">
        <PageHeader title="New experiment" actions={<ButtonLink to="/new">All recipes</ButtonLink>} />
        {source.error instanceof ApiError && source.error.status === 404 ? (
          <EmptyState
            title={`There is no such ${search.recipe ? 'recipe' : 'experiment'}`}
            text={source.error.detail}
          />
        ) : (
          <ErrorState
            error={source.error}
            failedPart={
              search.retest
                ? 'the re-test'
                : search.recipe
                  ? `the recipe “${search.recipe}”`
                  : 'the experiment to clone'
            }
            onRetry={source.retry}
          />
        )}
      </Stack>
    );
  }
  if (search.step === 'recipe') {
    const back = () => void navigate({ search: (old) => ({ ...old, step: 'variants' }) });
    return <RecipeStep current={search.recipe} onBack={back} />;
  }
  return <EditorPage key={origin} origin={origin} source={source} original={source.definition} />;
}
