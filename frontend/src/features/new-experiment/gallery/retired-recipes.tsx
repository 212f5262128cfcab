import { Group, Stack, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { retiredRecipesQuery, retireRecipe } from '@/api/queries/recipes';
import type { RecipeSummary } from '@/api/types';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { Muted } from '@/components/ui/labels/texts';
import { PlainButton } from '@/components/ui/navigation/buttons';

/** Own recipes that were retired, each with a way back. */
export function RetiredRecipes() {
  const { data } = useQuery(retiredRecipesQuery);
  if (!data || data.length === 0) return null;
  return (
    <Stack component="section" gap="xs" aria-label="Retired">
      <Title order={2} fz="h4">
        Retired
      </Title>
      {data.map((recipe) => (
        <Retired key={recipe.slug} recipe={recipe} />
      ))}
    </Stack>
  );
}

function Retired({ recipe: { slug, title } }: { recipe: RecipeSummary }) {
  const client = useQueryClient();
  const back = useMutation({
    mutationFn: async () => {
      await retireRecipe(slug, false);
      await client.invalidateQueries({ queryKey: ['recipes'] });
    },
  });
  return (
    <div>
      <Group gap="sm">
        <Muted style={{ overflowWrap: 'anywhere' }}>{title}</Muted>
        <PlainButton
          size="xs"
          loading={back.isPending}
          onClick={() => back.mutate()}
          aria-label={`Bring “${title}” back`}
        >
          Bring back
        </PlainButton>
      </Group>
      {back.isError && <ErrorState error={back.error} failedPart="nothing was changed" />}
    </div>
  );
}
