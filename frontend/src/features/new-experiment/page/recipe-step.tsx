import { Button, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { recipesQuery } from '@/api/queries/recipes';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { ButtonLink, TextLink } from '@/components/ui/navigation/links';
import { CardSkeleton } from '@/components/ui/feedback/loading';
import { PageHeader } from '@/components/ui/layout/page-header';
import { RecipeCard } from '@/components/domain/recipe-card';

import { loadDraft } from '../draft/draft';

import { YamlImport } from './yaml-import';

/** Where an experiment comes from: a recipe, a blank page, or YAML. */
export function RecipeStep({ current, onBack }: { current?: string; onBack?: () => void }) {
  const { data, isPending, isError, error, refetch } = useQuery(recipesQuery);
  return (
    <Stack gap="lg">
      <PageHeader
        title="New experiment"
        actions={
          onBack && (
            <Button variant="default" onClick={onBack}>
              Back to my draft
            </Button>
          )
        }
        meta={
          <Text fz="sm" c="dimmed" maw={720}>
            Start from a recipe, change what you like, see the plan, launch. The quick form is sized to your
            testbed and takes minutes; the full form follows the write-up exactly.
          </Text>
        }
      />
      {isError && <ErrorState error={error} failedPart="the recipes" onRetry={() => void refetch()} />}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <BlankStart />
        <YamlImport />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {isPending && [1, 2, 3, 4].map((n) => <CardSkeleton key={n} lines={4} />)}
        {data?.map((recipe) => (
          <RecipeCard
            key={recipe.slug}
            recipe={recipe}
            isSelected={recipe.slug === current}
            mark={recipe.slug === current ? 'chosen' : undefined}
            step="testbed"
          />
        ))}
      </SimpleGrid>
    </Stack>
  );
}

function BlankStart() {
  const draft = loadDraft('blank');
  return (
    <Paper component="section" aria-labelledby="blank-title">
      <Stack gap="sm" h="100%">
        <Title order={2} fz="lg" id="blank-title">
          Write your own
        </Title>
        <Text fz="sm">
          Two variants to begin with: nginx as it comes, and one change. Add knobs, variants or a grid of
          factors.
        </Text>
        {draft && (
          <Text fz="sm" c="dimmed">
            “{draft.definition.name}” is kept in this browser as you left it.
          </Text>
        )}
        <div style={{ marginTop: 'auto' }}>
          <ButtonLink to="/new" search={{ step: 'variants' }} variant="default" size="xs">
            {draft ? 'Continue' : 'Start with two variants'}
          </ButtonLink>
        </div>
        <Text fz="xs" c="dimmed">
          To repeat an earlier one with a change, open it among the{' '}
          <TextLink to="/experiments" underline="always">
            experiments
          </TextLink>{' '}
          and choose “Clone and change”.
        </Text>
      </Stack>
    </Paper>
  );
}
