import { MAIN_METRIC, METRICS } from '@/api/catalog';
import type { Metric } from '@/api/types';

export { MAIN_METRIC } from '@/api/catalog';

/** The metrics that are offered in a place, in the order of the catalog. */
export const metricsIn = (place: Metric['shown'][number]): Metric[] =>
  METRICS.filter(({ shown }) => shown.includes(place));

/** The metric of an address; the main one where it names none. */
export const metricNamed = (name?: string): Metric =>
  (METRICS.find((metric) => metric.name === name) ?? METRICS.find((metric) => metric.name === MAIN_METRIC))!;

/** Beside a metric that is no question of the headline. */
export const EXPLORATORY_MARK = '◦';

/** What the mark says; `metrics`: how many are judged together. */
export const exploratoryWords = (metrics = 1): string =>
  `Exploratory: the headline does not ask about it. Its verdicts count all ${metrics > 1 ? `${metrics} other metrics` : 'other metrics'} of the page.`;
