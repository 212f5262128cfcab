import { METRICS } from '@/api/catalog';
import type { Metric } from '@/api/types';

export { MAIN_METRIC } from '@/api/catalog';

/** The metrics that are offered in a place, in the order of the catalog. */
export const metricsIn = (place: Metric['shown'][number], all: Metric[] = METRICS): Metric[] =>
  all.filter(({ shown }) => shown.includes(place));
