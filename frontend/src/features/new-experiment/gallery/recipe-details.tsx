import { Grid, Group, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';

import { recipeQuery, versionsQuery } from '@/api/queries/recipes';
import { CodeEditor } from '@/components/ui/code/code-editor';
import { CopyButton } from '@/components/ui/sharing/copy-button';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { ButtonLink } from '@/components/ui/navigation/links';
import { ChartSkeleton } from '@/components/ui/feedback/loading';
import { Section } from '@/components/ui/layout/section';
import { UrlSegments } from '@/components/ui/navigation/url-segments';
import { PrintedFunctions } from '@/components/domain/profile/printed-functions';
import { Needs } from '@/components/domain/needs';
import { SaveRecipeButton } from '@/components/domain/save-recipe-button';
import { dateTime, count, latency, percent, rate } from '@/components/words/format';
import { UrlSelect } from '@/components/ui/navigation/url-select';
import { Muted, Small } from '@/components/ui/labels/texts';
import { PlainButton } from '@/components/ui/navigation/buttons';
import type { Recipe } from '@/api/types';
import { publishedName } from '@/components/words/published';
import { figureHeads, PlainTable } from '@/components/ui/layout/plain-table';

const route = getRouteApi('/new');
const FORMS = [
  { value: 'quick', label: 'Quick form' },
  { value: 'full', label: 'Full form' },
];

/** One form of a recipe as YAML, beside the figures of the write-up. */
export function RecipeDetails({ slug }: { slug: string }) {
  const { details_form: form = 'quick', testbed, version } = route.useSearch();
  const {
    data: recipe,
    isPending,
    isError,
    error,
    refetch,
  } = useQuery(recipeQuery(slug, form, testbed, Number(version) || undefined));
  if (isPending) return <ChartSkeleton height={360} />;
  if (isError)
    return <ErrorState error={error} failedPart={`the recipe “${slug}”`} onRetry={() => void refetch()} />;
  const { published: publishedFigures } = recipe;
  return (
    <Grid>
      <Grid.Col span={{ base: 12, md: publishedFigures ? 7 : 12 }}>
        <Section
          title={recipe.title}
          aside={
            recipe.own ? (
              <VersionSelect slug={slug} />
            ) : (
              <UrlSegments
                name="details_form"
                label="Form"
                options={FORMS.filter(({ value }) => recipe.forms.includes(value as 'quick'))}
                fallback="quick"
              />
            )
          }
          caption={recipe.note}
        >
          <CodeEditor value={recipe.yaml} language="yaml" label={`Recipe ${recipe.title} as YAML`} />
          <Group mt="md" gap="xs">
            {version === undefined && (
              <Needs right="operator">
                <ButtonLink
                  to="/new"
                  search={{ recipe: slug, form: recipe.own ? 'full' : form, testbed, step: 'testbed' }}
                >
                  {recipe.own ? 'Use it' : 'Use this form'}
                </ButtonLink>
              </Needs>
            )}
            <CopyButton text={recipe.yaml} label="Copy the YAML" size="sm" />
            <PlainButton
              size="sm"
              component="a"
              href={`data:application/yaml;charset=utf-8,${encodeURIComponent(recipe.yaml)}`}
              download={`${slug}.yaml`}
            >
              Save as a file
            </PlainButton>
            {version !== undefined && <SaveRecipeButton yaml={recipe.yaml} title={recipe.title} />}
          </Group>
        </Section>
      </Grid.Col>
      {publishedFigures && (
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Section title="Published figures" caption={publishedFigures.note}>
            <Muted mb="sm">{publishedFigures.source}</Muted>
            <RecipeFigures rows={publishedFigures.rows} />
            {publishedFigures.functions && <PrintedFunctions printedFunctions={publishedFigures.functions} />}
          </Section>
        </Grid.Col>
      )}
    </Grid>
  );
}

/** Every version that was saved; without a choice the newest. */
function VersionSelect({ slug }: { slug: string }) {
  const { data = [] } = useQuery(versionsQuery(slug));
  return (
    <UrlSelect
      name="version"
      label="Version"
      fallback={String(data[0]?.version ?? '')}
      options={data.map(({ version, created_at }) => ({
        value: String(version),
        label: `version ${version}, ${dateTime(created_at)}`,
      }))}
    />
  );
}

type Row = NonNullable<Recipe['published']>['rows'][number];

/** The numbers of a write-up, as it gave them. */
function RecipeFigures({ rows }: { rows: Row[] }) {
  const hasLatency = rows.some((row) => row.latency_mean != null);
  const hasChange = rows.some((row) => row.change != null);
  const hasConnections = rows.some((row) => row.connections != null);
  return (
    <PlainTable
      label="Published figures"
      heads={[
        'Variant',
        ...figureHeads(
          hasConnections && 'connections',
          'req/s',
          hasLatency && 'mean latency',
          hasChange && 'change',
        ),
      ]}
      minWidth={320}
    >
      {rows.map((row) => (
        <Table.Tr key={`${row.variant} ${row.workload ?? ''}`}>
          <Table.Td>
            {publishedName(row)}
            {row.note && <Small>{row.note}</Small>}
          </Table.Td>
          {hasConnections && <Table.Td ta="right">{count(row.connections)}</Table.Td>}
          <Table.Td ta="right">{rate(row.requests_per_s).replace(' req/s', '')}</Table.Td>
          {hasLatency && <Table.Td ta="right">{latency(row.latency_mean)}</Table.Td>}
          {hasChange && <Table.Td ta="right">{percent(row.change)}</Table.Td>}
        </Table.Tr>
      ))}
    </PlainTable>
  );
}
