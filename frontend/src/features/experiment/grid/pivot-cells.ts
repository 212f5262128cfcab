import type { Metric, Pivot, PivotPlace } from '@/api/types';
import { heatScale } from '@/components/charts/kit/heat';
import type { PivotCell } from '@/components/charts/comparison/pivot-table';
import { number, type DataTable, words } from '@/components/charts/data-table/data-table';
import {
  ABSENT,
  count,
  exactMeasure,
  measure,
  pValue,
  percent,
  percentSize,
  plural,
} from '@/components/words/format';

import { metricWords } from '../view/metrics';
import { changeOf, changeText, intervalText } from '../deltas/delta-rows';

export type Shown = 'mean' | 'change' | 'spread';

export const SHOWN: { value: Shown; label: string }[] = [
  { value: 'mean', label: 'Mean' },
  { value: 'change', label: 'Change' },
  { value: 'spread', label: 'Spread' },
];

/** The baseline has no change of its own. */
function valueOf(place: PivotPlace, view: Shown, metric: Metric): number | null {
  if (view === 'spread') return place.cv;
  if (view === 'mean') return place.mean;
  return place.is_baseline ? 0 : changeOf(place.delta, metric);
}

const valueText = (value: number | null, view: Shown, metric: Metric): string =>
  view === 'spread'
    ? percentSize(value)
    : view === 'mean'
      ? measure(value, metric.unit)
      : changeText(value, metric);

/** Cells of the table by row and column, and the ends of the scale in words. */
export function pivotCells({ cells, metric }: Pivot, view: Shown) {
  const scale = heatScale(cells.map((place) => valueOf(place, view, metric)));
  const placeByCell = new Map(cells.map((place) => [`${place.row}\n${place.column}`, place]));
  const place = (row: string, column: string) => placeByCell.get(`${row}\n${column}`);
  return {
    place,
    cell: (row: string, column: string): PivotCell => {
      const pivotPlace = place(row, column);
      return pivotPlace ? pivotCell(pivotPlace, view, metric, scale.at) : { value: ABSENT };
    },
    low: scale.low === null ? null : valueText(scale.low, view, metric),
    high: scale.high === null ? null : valueText(scale.high, view, metric),
  };
}

function pivotCell(
  place: PivotPlace,
  view: Shown,
  metric: Metric,
  heatAt: (value: number | null) => number | null,
): PivotCell {
  if (place.missing) return { value: ABSENT, note: shortly(place.missing), missing: true };
  const value = valueOf(place, view, metric);
  const verdict: PivotCell['verdict'] = place.is_baseline ? 'baseline' : place.delta?.verdict;
  const common = { heat: heatAt(value), verdict };
  if (view === 'spread') {
    // the verdict is about the mean
    const text = { value: valueText(value, view, metric), note: plural(place.trials, 'trial') };
    return { ...common, ...text, verdict: place.is_baseline ? 'baseline' : undefined };
  }
  const mean = measure(place.mean, metric.unit);
  const change = place.is_baseline ? undefined : changeText(changeOf(place.delta, metric), metric);
  if (view === 'mean') return { ...common, value: mean, note: change };
  if (place.is_baseline) return { ...common, value: mean };
  const range = intervalText(place.delta ?? undefined, metric);
  return { ...common, value: change ?? ABSENT, note: range === ABSENT ? mean : range };
}

/** A cell has little room: “not in the grid” for the sentence that names its levels. */
const shortly = (missing: string) =>
  missing.startsWith('The grid has no run') ? 'not in the grid' : missing;

/** All that is known of a place, line by line, for its hint. */
export function placeLines(place: PivotPlace, { metric, baseline }: Pivot): string[] {
  if (place.missing) return [place.missing];
  const half = place.half === null ? '' : ` ± ${measure(place.half, metric.unit)}`;
  const lines = [
    place.run_ids.length > 1 ? `Mean of ${plural(place.run_ids.length, 'run')}` : (place.names[0] ?? ''),
    `${exactMeasure(place.mean, metric.unit)}${half}${half && ' (95%)'}`,
  ];
  if (place.is_baseline) lines.push('The others are compared with this.');
  if (place.delta) {
    const { delta } = place;
    const range = intervalText(delta, metric);
    const p = delta.p_adjusted == null ? '' : `, adjusted p ${pValue(delta.p_adjusted)}`;
    lines.push(
      `${changeText(changeOf(place.delta, metric), metric)} against ${baseline}, ${delta.verdict}`,
      range === ABSENT ? 'no interval: it needs two trials' : `95% interval ${range}${p}`,
      delta.reason,
    );
  }
  lines.push(`${plural(place.trials, 'valid trial')}, spread ${percentSize(place.cv)}`);
  return lines;
}

/** The table with one row per place, all digits in files. */
export function pivotTable({ rows, columns, cells, metric }: Pivot): DataTable {
  const value = (figure: number | null) => measure(figure, metric.unit);
  const change = (figure: number | null) => changeText(figure, metric);
  const figures = [metricWords(metric), '± 95%', 'change', '95% low', '95% high'];
  return {
    columns: [
      { name: rows },
      { name: columns },
      ...figures.map((name) => ({ name, figure: true })),
      { name: 'verdict' },
      { name: 'spread', figure: true },
      { name: 'trials', figure: true },
      { name: 'missing because' },
    ],
    rows: cells.map((place) => [
      words(place.row),
      words(place.column),
      number(place.mean, value),
      number(place.half, value),
      number(changeOf(place.delta, metric), change),
      number(place.delta?.low, metric.zero_ok ? change : percent),
      number(place.delta?.high, metric.zero_ok ? change : percent),
      words(place.is_baseline ? 'baseline' : (place.delta?.verdict ?? '')),
      number(place.cv, (figure) => percentSize(figure)),
      number(place.trials, count),
      words(place.missing ?? ''),
    ]),
  };
}
