import type { Metric, Trend } from '@/api/types';
import { type DataTable, number, words } from '@/components/charts/data-table/data-table';
import { count, dateTime, measure, percent } from '@/components/words/format';

/** The table behind a trend, the oldest experiment first. */
export function trendTable({ points }: Trend, { short, unit }: Metric): DataTable {
  const value = (figure: number | null) => measure(figure, unit);
  return {
    columns: [
      { name: 'experiment' },
      { name: 'ended' },
      { name: short, figure: true },
      { name: '± 95%', figure: true },
      { name: 'baseline', figure: true },
      { name: 'change', figure: true },
      { name: 'verdict' },
      { name: 'trials', figure: true },
      { name: 'changed since the one before' },
    ],
    rows: points.map((point) => [
      words(point.experiment.name),
      { text: dateTime(point.at), value: point.at },
      number(point.mean, value),
      number(point.half, value),
      number(point.baseline_mean, value),
      number(point.change, (change) => percent(change, point.low, point.high)),
      words(point.is_baseline ? 'baseline' : (point.verdict ?? '').replace('_', ' ')),
      number(point.trials, count),
      words(point.marks.map(({ text }) => text).join('; ')),
    ]),
  };
}
