import { SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';

import { RecipeCard } from './recipe-card';
import { RecipeDetails } from './recipe-details';
import { recipesQuery } from '@/api/queries/recipes';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { CardSkeleton } from '@/components/ui/loading';
import { PageHeader } from '@/components/ui/page-header';
import { ScrollHere } from '@/components/ui/scroll-here';

const route = getRouteApi('/recipes');

/** Experiments ready to launch, each with what it asks and why. */
export function RecipesPage() {
  const { recipe: selected } = route.useSearch();
  const { data, isPending, isError, error, refetch } = useQuery(recipesQuery);
  return (
    <Stack gap="lg">
      <PageHeader
        title="Recipes"
        meta={
          <Text fz="sm" c="dimmed" maw={720}>
            A recipe is a whole experiment written down. The quick form is sized to your machine and takes
            minutes; the full form is the write-up’s own.
          </Text>
        }
      />
      {isError && <ErrorState error={error} where="the recipes" onRetry={() => void refetch()} />}
      {data?.length === 0 && (
        <EmptyState title="No recipe is installed" text="Write one as YAML on the page New experiment." />
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {isPending && [1, 2, 3, 4].map((n) => <CardSkeleton key={n} lines={4} />)}
        {data?.map((recipe) => (
          <RecipeCard key={recipe.slug} recipe={recipe} selected={recipe.slug === selected} />
        ))}
      </SimpleGrid>
      {selected && (
        <ScrollHere key={selected}>
          <RecipeDetails slug={selected} />
        </ScrollHere>
      )}
    </Stack>
  );
}
