import { Grid, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';

import { recipeQuery } from '@/api/queries/recipes';
import { CodeEditor } from '@/components/ui/code/code-editor';
import { CopyButton } from '@/components/ui/sharing/copy-button';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { ButtonLink } from '@/components/ui/navigation/links';
import { ChartSkeleton } from '@/components/ui/feedback/loading';
import { Section } from '@/components/ui/layout/section';
import { UrlSegments } from '@/components/ui/navigation/url-segments';

import { RecipeFigures } from './recipe-figures';

const route = getRouteApi('/recipes');
const FORMS = [
  { value: 'quick', label: 'Quick form' },
  { value: 'full', label: 'Full form' },
];

/** One form of a recipe as YAML, beside the figures of the write-up. */
export function RecipeDetails({ slug }: { slug: string }) {
  const { form = 'quick', testbed } = route.useSearch();
  const { data: recipe, isPending, isError, error, refetch } = useQuery(recipeQuery(slug, form, testbed));
  if (isPending) return <ChartSkeleton height={360} />;
  if (isError)
    return <ErrorState error={error} where={`the recipe “${slug}”`} onRetry={() => void refetch()} />;
  const { published } = recipe;
  return (
    <Grid>
      <Grid.Col span={{ base: 12, md: published ? 7 : 12 }}>
        <Section
          title={recipe.title}
          aside={
            <UrlSegments
              name="form"
              label="Form"
              options={FORMS.filter(({ value }) => recipe.forms.includes(value as 'quick'))}
              fallback="quick"
            />
          }
          caption={recipe.note}
        >
          <CodeEditor value={recipe.yaml} language="yaml" label={`Recipe ${recipe.title} as YAML`} />
          <Group mt="md" gap="xs">
            <ButtonLink to="/new" search={{ recipe: slug, form }}>
              Use this form
            </ButtonLink>
            <CopyButton text={recipe.yaml} label="Copy the YAML" size="sm" />
          </Group>
        </Section>
      </Grid.Col>
      {published && (
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Section title="Published figures" caption={published.note}>
            <Text fz="sm" c="dimmed" mb="sm">
              {published.source}
            </Text>
            <RecipeFigures rows={published.rows} />
          </Section>
        </Grid.Col>
      )}
    </Grid>
  );
}
