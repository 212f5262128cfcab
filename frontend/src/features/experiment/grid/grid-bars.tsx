import { Stack } from '@mantine/core';
import { useMemo } from 'react';

import type { Pivot, PivotPlace } from '@/api/types';
import { GroupedBars } from '@/components/charts/comparison/grouped-bars';
import type { GroupedSeries, GroupedValue } from '@/components/charts/comparison/grouped-data';
import { ChartPart } from '@/components/chart-frame/chart-section';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { QueryState } from '@/components/ui/feedback/query-state';
import { ChartSkeleton } from '@/components/ui/feedback/loading';
import { Small } from '@/components/ui/labels/texts';

import type { ViewProps } from '../view/view-props';
import { metricWords } from '../view/metrics';
import { changeOf, changeText } from '../deltas/delta-rows';

import { useGridChoice, usePivot, type GridChoice } from './use-grid';
import { NeedsGrid } from './pivot-view';
import { pivotTable } from './pivot-cells';
import { choiceWords } from './pivot';
import { GridControls } from './grid-controls';

/** The grid's means as bars in groups, with their intervals and trials. */
export function GridBars(props: ViewProps) {
  const grid = useGridChoice(props);
  return grid ? <Grouped {...props} grid={grid} /> : <NeedsGrid />;
}

function Grouped({ grid, ...props }: ViewProps & { grid: GridChoice }) {
  const query = usePivot(props, grid);
  return (
    <Stack gap="lg">
      <GridControls
        grid={grid}
        scope={props.scope}
        metric={props.metric.name}
        names={['Groups', 'Side by side']}
      />
      <QueryState query={query} failedPart="these bars" skeleton={<ChartSkeleton height={280} />} />
      {query.data && <Bars pivot={query.data} levelsText={choiceWords(grid.choices)} />}
    </Stack>
  );
}

function Bars({ pivot, levelsText }: { pivot: Pivot; levelsText: string }) {
  const { metric, rows, columns, left_out: leftOutTexts } = pivot;
  const { groups, series } = useMemo(() => barsOf(pivot), [pivot]);
  const title = `${metricWords(metric)} by ${rows} and ${columns}`;
  if (pivot.cells.every(({ mean }) => mean === null)) {
    return (
      <EmptyState plain title="No bars" text={pivot.cells[0]?.missing ?? 'Nothing was measured here yet.'} />
    );
  }
  const missing = pivot.cells.filter(({ missing }) => missing);
  const dots = pivot.cells.some((place) => place.dots.length > 0);
  return (
    <ChartPart
      source={{ name: 'bars', title, table: () => pivotTable(pivot) }}
      text={levelsText && `— ${levelsText}`}
    >
      <GroupedBars groups={groups} series={series} unit={metric.unit} label={title} />
      <Small mt="sm">
        Bar: {pivot.averaged.length > 0 ? 'mean of the runs’ means' : 'mean of the valid trials'}. Whisker:
        its 95% interval, of this bar alone; whether two bars differ beyond chance is what the verdicts of the
        pivot say.{' '}
        {dots && (pivot.averaged.length > 0 ? 'A dot is the mean of a round.' : 'A dot is a trial.')}{' '}
        {missing
          .map((place) => `${rows} ${place.row}, ${columns} ${place.column}: ${place.missing}`)
          .join(' ')}{' '}
        {leftOutTexts.map((text) => `${text}.`).join(' ')}
      </Small>
    </ChartPart>
  );
}

/** Rows become groups, columns stand side by side in them. */
function barsOf({ cells, rows, columns, dimensions, metric }: Pivot) {
  const levels = (name: string) => dimensions.find((dimension) => dimension.name === name)?.levels ?? [];
  const placeByCell = new Map(cells.map((place) => [`${place.row}\n${place.column}`, place]));
  const value = (place: PivotPlace | undefined): GroupedValue | null => {
    if (!place || place.mean === null) return null;
    const { mean, half, delta, is_baseline: base } = place;
    const change = changeOf(delta, metric);
    return {
      value: mean,
      low: half === null ? null : mean - half,
      high: half === null ? null : mean + half,
      dots: place.dots.map((dot) => dot.value),
      note: base ? 'baseline' : delta ? `${changeText(change, metric)}, ${delta.verdict}` : undefined,
    };
  };
  const groups = levels(rows);
  const series: GroupedSeries[] = levels(columns).map((column) => ({
    name: `${columns} ${column}`,
    values: groups.map((row) => value(placeByCell.get(`${row}\n${column}`))),
  }));
  return { groups: groups.map((level) => `${rows} ${level}`), series };
}
