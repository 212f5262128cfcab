import { METRICS } from '@/api/catalog';
import type { Metric } from '@/api/types';

export { MAIN_METRIC } from '@/api/catalog';

/** The metrics that are offered in a place, in the order of the catalog. */
export const metricsIn = (place: Metric['shown'][number], all: Metric[] = METRICS): Metric[] =>
  all.filter(({ shown }) => shown.includes(place));

/** Beside a metric that is no question of the headline. */
export const EXPLORATORY_MARK = '◦';

/** What the mark says; `metrics`: how many are judged together. */
export const exploratoryWords = (metrics = 1): string =>
  `Exploratory: the headline does not ask about it. Its verdicts count all ${metrics > 1 ? `${metrics} other metrics` : 'other metrics'} of the page.`;
