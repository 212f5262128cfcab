import { Group, Stack, Text, Title } from '@mantine/core';
import { useMemo } from 'react';

import { FactorSelect } from './factor-select';
import { MetricSelect } from './metric-select';
import { metricWords } from './metrics';
import { axesOf, runAt, slicesOf, sliceTitle } from './pivot';
import { NeedsGrid } from './pivot-view';
import type { ViewProps } from './runs-section';
import { GroupedBars } from '@/components/charts/grouped-bars';

/** The grid's means as bars in groups, a drawing for each level of the other factors. */
export function GridBars({ experiment: { factors }, scope, search, metric }: ViewProps) {
  const axes = useMemo(
    () => axesOf(factors, search.rows, search.columns),
    [factors, search.rows, search.columns],
  );
  const drawings = useMemo(() => {
    if (!axes) return [];
    const groups = factors[axes.rows] ?? [];
    return slicesOf(factors, axes.slices).map((slice) => ({
      title: sliceTitle(slice),
      groups: groups.map((level) => `${axes.rows} ${level}`),
      series: (factors[axes.columns] ?? []).map((column) => ({
        name: `${axes.columns} ${column}`,
        values: groups.map((row) =>
          barOf(scope, { ...slice, [axes.rows]: row, [axes.columns]: column }, metric.name),
        ),
      })),
    }));
  }, [axes, factors, scope, metric.name]);
  if (!axes) return <NeedsGrid />;
  const { rows, columns } = axes;
  return (
    <Stack gap="lg">
      <Group gap="md">
        <FactorSelect name="rows" label="Groups" factors={factors} value={rows} not={columns} />
        <FactorSelect name="columns" label="Side by side" factors={factors} value={columns} not={rows} />
        <MetricSelect value={metric.name} />
      </Group>
      {drawings.map(({ title, groups, series }) => (
        <div key={title}>
          {title && (
            <Title order={3} fz="sm" fw={600} mb={6}>
              {title}
            </Title>
          )}
          <GroupedBars
            groups={groups}
            series={series}
            unit={metric.unit}
            label={`${metricWords(metric)} by ${rows} and ${columns} ${title}`}
            height={220}
          />
        </div>
      ))}
      <Text fz="xs" c="dimmed">
        Bar: mean {metricWords(metric)} of the valid trials. Whisker: one standard deviation of the trials to
        each side. Whether a difference is more than chance is what the change above says.
      </Text>
    </Stack>
  );
}

function barOf(scope: ViewProps['scope'], levels: Record<string, string>, metric: string) {
  const run = runAt(scope, levels);
  const mean = run?.means[metric];
  if (mean === undefined) return null;
  const half = mean * (run?.cv[metric] ?? 0);
  return { value: mean, low: mean - half, high: mean + half };
}
