import { Group, Stack, Text, Title } from '@mantine/core';

import { FactorSelect } from './factor-select';
import { MetricSelect } from './metric-select';
import { metricWords } from './metrics';
import { axesOf, pivotCell, runAt, slicesOf, sliceTitle } from './pivot';
import type { ViewProps } from './runs-section';
import { PivotTable } from '@/components/charts/pivot-table';
import { EmptyState } from '@/components/ui/empty-state';
import { TextLink } from '@/components/ui/links';

/** Two factors of a grid against each other, a table for each level of the others. */
export function PivotView({ experiment: { factors }, scope, search, metric, deltas }: ViewProps) {
  const axes = axesOf(factors, search.rows, search.columns);
  if (!axes) return <NeedsGrid />;
  const { rows, columns, slices } = axes;
  return (
    <Stack gap="lg">
      <Group gap="md">
        <FactorSelect name="rows" label="Rows" factors={factors} value={rows} not={columns} />
        <FactorSelect name="columns" label="Columns" factors={factors} value={columns} not={rows} />
        <MetricSelect value={metric.name} />
      </Group>
      {slicesOf(factors, slices).map((slice) => (
        <div key={sliceTitle(slice)}>
          {slices.length > 0 && (
            <Title order={3} fz="sm" fw={600} mb={6}>
              {sliceTitle(slice)}
            </Title>
          )}
          <PivotTable
            rowFactor={rows}
            columnFactor={columns}
            rows={factors[rows] ?? []}
            columns={factors[columns] ?? []}
            caption={`Change in ${metricWords(metric)} by ${rows} and ${columns} ${sliceTitle(slice)}`}
            cell={(row, column) =>
              pivotCell(runAt(scope, { ...slice, [rows]: row, [columns]: column }), deltas, metric)
            }
            wrap={(row, column, content) => {
              const run = runAt(scope, { ...slice, [rows]: row, [columns]: column });
              if (!run) return content;
              return (
                <TextLink to="/runs/$id" params={{ id: run.id }} c="inherit" title={run.name}>
                  {content}
                </TextLink>
              );
            }}
          />
        </div>
      ))}
      <Text fz="xs" c="dimmed">
        Large: change in {metricWords(metric)} against the baseline. Small: its 95% interval, and the mean.
        Green is better, orange worse, grey the same or not settled.
      </Text>
    </Stack>
  );
}

export function NeedsGrid() {
  return (
    <EmptyState
      plain
      title="This needs two factors"
      text="The experiment is a list of variants, or a grid of one factor: there is nothing to cross. The table has all its runs."
    />
  );
}
