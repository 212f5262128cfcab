import { Group, SimpleGrid, Stack, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';

import { meQuery } from '@/api/queries/people';
import { recipesOn, retireRecipe } from '@/api/queries/recipes';
import type { RecipeSummary } from '@/api/types';
import { Needs } from '@/components/domain/needs';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { CardSkeleton } from '@/components/ui/feedback/loading';
import { ScrollHere } from '@/components/ui/layout/scroll-here';
import { ButtonLink } from '@/components/ui/navigation/links';
import { Toggle } from '@/components/ui/navigation/toggle';
import { useUrlParam } from '@/components/ui/navigation/use-url-param';
import { ConfirmButton } from '@/components/ui/dialogs/confirm-button';

import { TestbedSelect } from '../testbed/testbed-select';

import { RecipeCard } from './recipe-card';
import { RecipeDetails } from './recipe-details';
import { RetiredRecipes } from './retired-recipes';
import { byTopic, savedBy, type Topic } from './topics';

const route = getRouteApi('/new');

/** Recipes by topic, one of them in detail; `current` is the one that the draft began with. */
export function RecipeGallery({ current }: { current?: string }) {
  const { topic, testbed, mine: isMine } = route.useSearch();
  const { data: me } = useQuery(meQuery);
  const { data, isPending, isError, error, refetch } = useQuery(recipesOn(testbed));
  const shownRecipes = isMine && me ? savedBy(data ?? [], me.account_id) : (data ?? []);
  const topics = byTopic(shownRecipes, topic);
  return (
    <>
      {isError && <ErrorState error={error} failedPart="the recipes" onRetry={() => void refetch()} />}
      {data?.length === 0 && (
        <EmptyState title="No recipes installed" text="Write an experiment of your own." />
      )}
      {data && (
        <Group justify="space-between" align="flex-end" gap="sm">
          <TopicLinks all={byTopic(data).map(({ name }) => name)} />
          <TestbedSelect label="On testbed" />
        </Group>
      )}
      {data && isMine && topics.length === 0 && (
        <EmptyState title="No recipe of yours" text="Save one from the form or from any experiment." />
      )}
      {isPending && (
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
          {[1, 2, 3, 4].map((n) => (
            <CardSkeleton key={n} lines={4} />
          ))}
        </SimpleGrid>
      )}
      {topics.map((shownTopic) => (
        <TopicSection key={shownTopic.name} topic={shownTopic} current={current} />
      ))}
      <Needs right="operator">
        <RetiredRecipes />
      </Needs>
    </>
  );
}

function TopicSection({ topic: { name, recipes }, current }: { topic: Topic; current?: string }) {
  const { details } = route.useSearch();
  return (
    <Stack component="section" gap="sm" aria-label={name}>
      <Title order={2} fz="h4">
        {name}
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {recipes.map((recipe) => (
          <RecipeCard
            key={recipe.slug}
            recipe={recipe}
            isSelected={recipe.slug === details || recipe.slug === current}
            mark={recipe.slug === current ? 'chosen' : undefined}
            actions={
              <>
                <YamlLink recipe={recipe} open={recipe.slug === details} />
                {recipe.own && (
                  <Needs right="operator">
                    <RetireButton recipe={recipe} />
                  </Needs>
                )}
              </>
            }
          />
        ))}
      </SimpleGrid>
      {details && recipes.some(({ slug }) => slug === details) && (
        <ScrollHere key={details}>
          <RecipeDetails slug={details} />
        </ScrollHere>
      )}
    </Stack>
  );
}

function TopicLinks({ all }: { all: string[] }) {
  const { topic } = route.useSearch();
  const [mineParam, setMine] = useUrlParam('mine');
  return (
    <Group gap={6} role="group" aria-label="Topic">
      {[undefined, ...all].map((name) => (
        <ButtonLink
          key={name ?? 'all'}
          to="/new"
          search={(old) => ({ ...old, topic: name, details: undefined })}
          size="compact-sm"
          variant={name === topic ? 'filled' : 'default'}
          aria-current={name === topic ? 'true' : undefined}
          resetScroll={false}
        >
          {name ?? 'All'}
        </ButtonLink>
      ))}
      <Toggle on={mineParam === '1'} label="Mine" onChange={(on) => setMine(on ? '1' : undefined)} />
    </Group>
  );
}

function YamlLink({ recipe: { slug }, open }: { recipe: RecipeSummary; open: boolean }) {
  return (
    <ButtonLink
      to="/new"
      search={(old) => ({ ...old, details: open ? undefined : slug, version: undefined })}
      size="xs"
      variant="subtle"
      resetScroll={false}
      aria-expanded={open}
      aria-label={open ? 'Hide the YAML' : 'Show the YAML'}
    >
      YAML
    </ButtonLink>
  );
}

/** Takes an own recipe out of the lists; its versions and its experiments stay. */
function RetireButton({ recipe: { slug, title } }: { recipe: RecipeSummary }) {
  const client = useQueryClient();
  return (
    <ConfirmButton
      label="Retire"
      title={`Retire “${title}”?`}
      text="It is no longer listed or launched. You can bring it back at the end of this page."
      confirm="Retire the recipe"
      keep="Keep it"
      action={async () => {
        await retireRecipe(slug, true);
        await client.invalidateQueries({ queryKey: ['recipes'] });
      }}
    />
  );
}
