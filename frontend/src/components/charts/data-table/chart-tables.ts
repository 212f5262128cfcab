import { type CeilingRow } from '@/components/charts/load/ceiling-data';
import type { CoreRow } from '@/components/charts/time/core-heat-data';
import type { DeltaRow } from '@/components/charts/comparison/delta-data';
import { CONNECTIONS, type LoadSeries } from '@/components/charts/load/load-data';
import type { PairedRow } from '@/components/charts/comparison/paired-data';
import { frontierOf, type TradeOffPoint } from '@/components/charts/comparison/trade-off-data';
import type { WaterfallRow } from '@/components/charts/comparison/waterfall-data';
import {
  percentileName,
  percentileRows,
  type PercentileSeries,
} from '@/components/charts/distribution/percentile-data';
import type { TimeLine } from '@/components/charts/time/time-series-data';
import type { TrialPoint } from '@/components/charts/distribution/trials-data';
import { count, exact, exactMeasure, latency, measure, percent, spread } from '@/components/words/format';

import { type DataTable, figures, number, text, words } from './data-table';

/**
 * The delta chart: one row a variant, with its interval and how many rounds are behind it. The change is the geometric
 * mean over rounds; beside it stand the arithmetic means of both sides, so that a published table can be checked.
 */
export function deltaTable(
  rows: DeltaRow[],
  format: (change: number | null) => string = percent,
  measureName = 'change',
  value: (mean: number | null) => string = exact,
): DataTable {
  return {
    columns: [
      text('variant'),
      ...figures(measureName, '95% low', '95% high'),
      text('verdict'),
      ...figures('rounds', 'mean', 'baseline mean', 'all together low', 'all together high'),
    ],
    rows: rows.map(({ name, labels = [], change, low, high, rounds = [], means, together, ...row }) => [
      words([name, ...labels].join(' · ')),
      number(change, format),
      number(low, format),
      number(high, format),
      words(verdictOf(row)),
      number(rounds.length, count),
      number(means?.candidate, value),
      number(means?.baseline, value),
      number(together ? together[0] : low, format),
      number(together ? together[1] : high, format),
    ]),
  };
}

function verdictOf({ notMeasured, invalid, verdict }: Pick<DeltaRow, 'notMeasured' | 'invalid' | 'verdict'>) {
  if (notMeasured) return `not measured: ${notMeasured}`;
  return invalid ? `invalid: ${invalid}` : verdict;
}

/** Steps of a tuning: one row a step, what it set, and what that was worth. */
export function waterfallTable(rows: WaterfallRow[], unit: string, measureName: string): DataTable {
  const value = (mean: number | null) => exactMeasure(mean, unit);
  return {
    columns: [
      text('variant'),
      text('against'),
      text('sets'),
      ...figures(measureName, `${measureName} before`, 'change', '95% low', '95% high'),
      text('verdict'),
    ],
    rows: rows.map(({ name, before, settings, from, to, change, low, high, verdict }) => [
      words(name),
      words(before ?? ''),
      words(settings.join(', ')),
      number(to, value),
      number(before === undefined ? null : from, value),
      number(change, percent),
      number(low, percent),
      number(high, percent),
      words(verdict),
    ]),
  };
}

/** The plane of throughput and latency: one row a run, and who is on the frontier. */
export function tradeOffTable(points: TradeOffPoint[]): DataTable {
  const best = new Set(frontierOf(points).map(({ id }) => id));
  return {
    columns: [text('variant'), ...figures('req/s', '± req/s', 'p99', '± p99'), text('frontier')],
    rows: points.map(({ id, name, rate, latency: seconds, rateHalf, latencyHalf }) => [
      words(name),
      number(rate, (value) => exactMeasure(value, '1/s')),
      number(rateHalf, (value) => measure(value, '1/s')),
      number(seconds, latency),
      number(latencyHalf, latency),
      words(best.has(id) ? 'yes' : ''),
    ]),
  };
}

/** Paired bars: both sides, their spread, and what the difference is worth. */
export function pairedTable(rows: PairedRow[], unit: string, [a, b]: [string, string]): DataTable {
  const value = (mean: number | null) => exactMeasure(mean, unit);
  return {
    columns: [
      text('pair'),
      ...figures(a, `${a} spread`, b, `${b} spread`, 'change', '95% low', '95% high'),
      text('verdict'),
    ],
    rows: rows.map((row) => [
      words(row.name),
      number(row.a.mean, value),
      number(row.a.spread, spread),
      number(row.b.mean, value),
      number(row.b.spread, spread),
      row.changeText ? words(row.changeText) : number(row.change, percent),
      number(row.low, percent),
      number(row.high, percent),
      words(row.verdict),
    ]),
  };
}

/** Dots by round; which trial of the round, where a baseline is measured several times in one. */
export function trialsTable(trials: TrialPoint[], unit: string, label: string): DataTable {
  const hasRepeats = trials.some(({ repeat = 1 }) => repeat > 1);
  return {
    columns: [...figures('round', ...(hasRepeats ? ['trial of it'] : []), label), text('counts')],
    rows: trials.map(({ round, repeat = 1, value, invalid }) => [
      number(round, count),
      ...(hasRepeats ? [number(repeat, count)] : []),
      number(value, (figure) => measure(figure, unit)),
      words(invalid ? `no: ${invalid}` : 'yes'),
    ]),
  };
}

/** Latency by percentile, seconds in files. */
export function percentileTable(series: PercentileSeries[]): DataTable {
  return {
    columns: [
      text('percentile'),
      ...series.flatMap((line) =>
        figures(line.name, ...(hasInterval(line) ? [`${line.name} 95% low`, `${line.name} 95% high`] : [])),
      ),
    ],
    rows: percentileRows(series).map((row) => [
      words(percentileName(row.percentile ?? 0)),
      ...series.flatMap((line, n) =>
        (hasInterval(line) ? ['s', 'low', 'high'] : ['s']).map((part) => number(row[`${part}${n}`], latency)),
      ),
    ]),
  };
}

const hasInterval = ({ points }: PercentileSeries) => points.some(({ low }) => low != null);

/** Lines over time: one row per reading. */
export function timeTable(times: number[], lines: TimeLine[], unit: string): DataTable {
  return {
    columns: figures('s', ...lines.map(({ name }) => name)),
    rows: times.map((time, at) => [
      number(Number(time.toFixed(3)), (figure) => (figure ?? 0).toFixed(1)),
      ...lines.map(({ values }) => number(values[at], (figure) => measure(figure, unit))),
    ]),
  };
}

/** The heat map: one row per second, one column per core, busy shares. */
export function coreTable(rows: CoreRow[], times: number[]): DataTable {
  return timeTable(times, rows, 'share');
}

/** A metric over connections: one row per series and load. */
export function loadTable(series: LoadSeries[], unit: string, label: string, axis = CONNECTIONS): DataTable {
  const value = (figure: number | null) => measure(figure, unit);
  return {
    columns: [text('variant'), ...figures(axis, label, '± 95% interval', 'trials')],
    rows: series.flatMap(({ name, points }) =>
      points.map(({ load, value: mean, half, dots }) => [
        words(name),
        number(load, count),
        number(mean, value),
        number(half, value),
        number(dots.length, count),
      ]),
    ),
  };
}

/** Searches for the ceiling: one row per run. */
export function ceilingTable(rows: CeilingRow[]): DataTable {
  return {
    columns: [text('variant'), ...figures('largest clean', 'fails at', 'probes'), text('settled')],
    rows: rows.map(({ name, clean, failing, probes, isSettled }) => [
      words(name),
      number(clean, count),
      number(failing, count),
      number(probes.length, count),
      words(isSettled ? 'yes' : 'no'),
    ]),
  };
}
