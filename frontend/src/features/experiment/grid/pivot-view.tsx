import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';

import type { Metric, Pivot, PivotPlace } from '@/api/types';
import { type CellFocus, HeatLegend, PivotTable } from '@/components/charts/comparison/pivot-table';
import { plural } from '@/components/words/format';
import { ChartPart } from '@/components/chart-frame/chart-section';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { QueryState } from '@/components/ui/feedback/query-state';
import { Hint } from '@/components/ui/labels/hint';
import { TextLink } from '@/components/ui/navigation/links';
import { TableSkeleton } from '@/components/ui/feedback/loading';
import { UrlSegments } from '@/components/ui/navigation/url-segments';
import { Small } from '@/components/ui/labels/texts';

import type { ViewProps } from '../view/view-props';
import { metricWords } from '../view/metrics';

import { useGridChoice, usePivot, type GridChoice } from './use-grid';
import { pivotCells, pivotTable, placeLines, SHOWN, type Shown } from './pivot-cells';
import { choiceWords } from './pivot';
import { GridControls } from './grid-controls';

/** Two factors of a grid against each other, for any metric; the others at one level, or averaged over. */
export function PivotView(props: ViewProps) {
  const grid = useGridChoice(props);
  return grid ? <Crossed {...props} grid={grid} /> : <NeedsGrid />;
}

function Crossed({ grid, ...props }: ViewProps & { grid: GridChoice }) {
  const query = usePivot(props, grid);
  const { search, scope, metric } = props;
  return (
    <Stack gap="lg">
      <GridControls grid={grid} scope={scope} metric={metric.name} names={['Rows', 'Columns']}>
        <UrlSegments name="show" label="What the cells show" fallback="mean" options={SHOWN} />
      </GridControls>
      <QueryState
        query={query}
        failedPart="this table"
        skeleton={<TableSkeleton rows={grid.axes.rows.levels.length + 1} />}
      />
      {query.data && <Table pivot={query.data} view={search.show ?? 'mean'} grid={grid} />}
    </Stack>
  );
}

interface TableProps {
  pivot: Pivot;
  view: Shown;
  grid: GridChoice;
}

function Table({ pivot, view, grid }: TableProps) {
  const { metric, rows, columns } = pivot;
  const levels = (name: string) =>
    pivot.dimensions.find((dimension) => dimension.name === name)?.levels ?? [];
  const { place, cell, low, high } = pivotCells(pivot, view);
  const measureText = { mean: 'Mean', change: 'Change in', spread: 'Spread of' }[view];
  const title = `${measureText} ${metricWords(metric)} by ${rows} and ${columns}`;
  const levelsText = choiceWords(grid.choices);
  return (
    <ChartPart
      source={{ name: 'pivot', title, table: () => pivotTable(pivot) }}
      text={levelsText && `— ${levelsText}`}
    >
      <PivotTable
        rowFactor={rows}
        columnFactor={columns}
        rows={levels(rows)}
        columns={levels(columns)}
        caption={levelsText ? `${title}, ${levelsText}` : title}
        cell={cell}
        wrap={(row, column, content, focus) => {
          const pivotPlace = place(row, column);
          return pivotPlace ? (
            <Reachable place={pivotPlace} pivot={pivot} focus={focus}>
              {content}
            </Reachable>
          ) : (
            content
          );
        }}
      />
      {low !== null && high !== null && low !== high && (
        <HeatLegend low={low} high={high} text={meaning(metric, view)} />
      )}
      <Explained pivot={pivot} view={view} />
    </ChartPart>
  );
}

interface ReachableProps {
  place: PivotPlace;
  pivot: Pivot;
  focus: CellFocus;
  children: ReactNode;
}

/** A place that tells all about itself on hover and focus; one run's is a link to it. */
function Reachable({ place, pivot, focus, children }: ReachableProps) {
  const lines = placeLines(place, pivot);
  const label = lines.map((line) => <div key={line}>{line}</div>);
  const [id] = place.run_ids;
  if (place.run_ids.length !== 1 || !id) {
    return (
      <Hint label={label} {...focus}>
        {children}
      </Hint>
    );
  }
  return (
    <Hint label={label} tabIndex={undefined}>
      <TextLink to="/runs/$id" params={{ id }} underline="never" {...focus}>
        {children}
      </TextLink>
    </Hint>
  );
}

function meaning(metric: Metric, view: Shown): string {
  if (view === 'spread') return 'stronger: the trials lie further apart';
  const better = metric.direction === 'higher';
  const more = better || metric.unit === '1' ? 'more' : 'higher';
  return `stronger: ${more} ${metricWords(metric)}, which is ${better ? 'better' : 'worse'}`;
}

function Explained({ pivot, view }: { pivot: Pivot; view: Shown }) {
  const { averaged: averagedNames, over, left_out: leftOutTexts, baseline } = pivot;
  const of = averagedNames.join(' and ');
  return (
    <Small mt="sm" component="div">
      {view === 'spread'
        ? 'Standard deviation of the trials as a share of their mean.'
        : `Changes and verdicts are against ${baseline}; point at a cell, or go to it with Tab and the arrow keys, for its interval.`}
      {averagedNames.length > 0 && over > 0 && (
        <>
          {' '}
          Each cell is the mean over the same {plural(over, 'level')} of {of}; its verdict is adjusted for the
          cells of this table.
        </>
      )}
      {leftOutTexts.length > 0 && <> {leftOutTexts.map((text) => `${text}.`).join(' ')}</>}
    </Small>
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
