import { List, Paper, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';

import { MAIN_METRIC, METRICS } from '@/api/catalog';
import { useLive } from '@/api/events';
import { trendQuery } from '@/api/queries/experiments';
import { testbedsQuery } from '@/api/queries/hosts';
import { recipesQuery } from '@/api/queries/recipes';
import type { Trend } from '@/api/types';
import { ChartSection } from '@/components/chart-frame/chart-section';
import { TrendChart } from '@/components/charts/time/trend-chart';
import { Needs } from '@/components/domain/needs';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { QueryState } from '@/components/ui/feedback/query-state';
import { PageSkeleton } from '@/components/ui/feedback/loading';
import { PageHeader } from '@/components/ui/layout/page-header';
import { ButtonLink, Crumb, TextLink } from '@/components/ui/navigation/links';
import { dateTime, plural } from '@/components/words/format';
import { metricNamed } from '@/components/words/metrics';

import { trendTable } from './trend-table';

const route = getRouteApi('/experiments/trend');
const MIN_POINTS = 2;

/** One variant over the finished experiments of a testbed. */
export function TrendPage() {
  const { testbed, recipe, experiment, variant, workload, metric: metricName } = route.useSearch();
  const metric = metricNamed(metricName);
  const query = useQuery({
    ...trendQuery({ testbed, recipe, experiment, variant, workload, metric: metric.name }),
    placeholderData: keepPreviousData,
  });
  useLive({ isEnabled: true, keys: [['trend']] });
  return (
    <Stack gap="md">
      <PageHeader
        title="Trend"
        crumbs={[<Crumb to="/experiments">Experiments</Crumb>]}
        meta="One variant over the finished experiments of a testbed, against the baseline of each"
      />
      <QueryState query={query} failedPart="the trend" />
      {query.isPending && <PageSkeleton />}
      {query.data && (
        <>
          <Choices trend={query.data} />
          <Result trend={query.data} />
        </>
      )}
    </Stack>
  );
}

/** Its name, with the workload where a variant has several. */
const labelOf = (variant: Trend['variants'][number], { variants }: Trend) =>
  new Set(variants.map(({ workload }) => workload)).size > 1
    ? `${variant.name}, ${variant.workload}`
    : variant.name;

const keyOf = ({ hash, workload }: Trend['variants'][number]) => `${hash} ${workload}`;

/** Testbed, recipe, variant and metric, all of them in the address. */
function Choices({ trend }: { trend: Trend }) {
  const navigate = route.useNavigate();
  const testbeds = useQuery(testbedsQuery);
  const recipes = useQuery(recipesQuery);
  const set = (patch: Partial<ReturnType<typeof route.useSearch>>) =>
    void navigate({ search: (old) => ({ ...old, ...patch }), replace: true, resetScroll: false });
  const variants = trend.variants.map((variant) => ({
    value: keyOf(variant),
    label: `${labelOf(variant, trend)} (${variant.experiments})`,
  }));
  const recipeNames = (recipes.data ?? []).map(({ slug, title }) => ({ value: slug, label: title }));
  const isListed = recipeNames.some(({ value }) => value === trend.recipe);
  return (
    <Paper p="md">
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm">
        <Select
          label="Testbed"
          size="xs"
          allowDeselect={false}
          data={(testbeds.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={trend.testbed?.id ?? null}
          onChange={(testbed) =>
            set({ testbed: testbed ?? undefined, variant: undefined, workload: undefined })
          }
        />
        <Select
          label="Recipe"
          size="xs"
          searchable
          clearable
          placeholder="any"
          data={
            trend.recipe && !isListed
              ? [...recipeNames, { value: trend.recipe, label: trend.recipe }]
              : recipeNames
          }
          value={trend.recipe}
          onChange={(recipe) => set({ recipe: recipe ?? undefined })}
        />
        <Select
          label="Variant (experiments)"
          size="xs"
          searchable
          allowDeselect={false}
          data={variants}
          value={trend.variant && keyOf(trend.variant)}
          onChange={(key) => {
            const variant = trend.variants.find((candidate) => keyOf(candidate) === key);
            set({ variant: variant?.hash, workload: variant?.workload });
          }}
        />
        <Select
          label="Metric"
          size="xs"
          searchable
          allowDeselect={false}
          data={METRICS.map(({ name, title }) => ({ value: name, label: title }))}
          value={trend.metric}
          onChange={(metric) => set({ metric: metric === MAIN_METRIC ? undefined : (metric ?? undefined) })}
        />
      </SimpleGrid>
    </Paper>
  );
}

function Result({ trend }: { trend: Trend }) {
  const navigate = useNavigate();
  const metric = metricNamed(trend.metric);
  const { points, variant } = trend;
  if (points.length < MIN_POINTS) return <TooFew trend={trend} />;
  if (points.every(({ mean }) => mean === null)) {
    return (
      <EmptyState
        title="No figures of this metric"
        text={`None of these ${plural(points.length, 'experiment')} measured “${metric.title}”. Choose another metric.`}
      />
    );
  }
  return (
    <>
      <ChartSection
        name="trend"
        title={variant ? `${metric.title} of ${labelOf(variant, trend)}` : metric.title}
        table={() => trendTable(trend, metric)}
        caption="Dot: mean of the variant in one experiment, coloured by its verdict; a click opens it. Whisker: 95% interval."
        aside={trend.is_cut ? `of the newest ${plural(trend.experiments, 'experiment')}` : undefined}
      >
        <TrendChart
          points={points}
          metric={metric}
          onSelect={(id) => void navigate({ to: '/experiments/$id', params: { id } })}
        />
      </ChartSection>
      <Changes points={points} />
    </>
  );
}

/** What changed between experiments, in words. */
function Changes({ points }: Pick<Trend, 'points'>) {
  const changedPoints = points.filter(({ marks }) => marks.length > 0);
  if (changedPoints.length === 0) return null;
  return (
    <Paper p="md">
      <Text fw={600} mb="xs">
        Changed conditions
      </Text>
      <List fz="sm" listStyleType="none" spacing={6}>
        {changedPoints.map(({ experiment, at, marks }) => (
          <List.Item key={experiment.id} style={{ overflowWrap: 'anywhere' }}>
            Before{' '}
            <TextLink to="/experiments/$id" params={{ id: experiment.id }}>
              {experiment.name}
            </TextLink>{' '}
            ({dateTime(at)}): {marks.map(({ text }) => text).join('; ')}
          </List.Item>
        ))}
      </List>
    </Paper>
  );
}

/** What a trend needs, where it has less. */
function TooFew({ trend: { points, variant, recipe } }: { trend: Trend }) {
  const [point] = points;
  const again = point ? (
    <ButtonLink to="/experiments/$id" params={{ id: point.experiment.id }} search={{ reproduce: '1' }}>
      Reproduce it
    </ButtonLink>
  ) : (
    <ButtonLink to="/new" search={{ recipe: recipe ?? undefined }}>
      New experiment
    </ButtonLink>
  );
  return (
    <EmptyState
      title={point ? 'One experiment so far' : 'No finished experiment'}
      text={
        point
          ? `A trend needs two finished experiments with the settings of “${variant?.name}” on this testbed; there is “${point.experiment.name}”. Measure it again, as part of any experiment.`
          : 'A trend needs two finished experiments on one testbed that share a variant. Choose another testbed, recipe or variant, or measure one.'
      }
      action={<Needs right="operator">{again}</Needs>}
    />
  );
}
