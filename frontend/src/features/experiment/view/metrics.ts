import { METRICS } from '@/api/catalog';
import type { Metric } from '@/api/types';
import { toolNamed } from '@/components/words/tools';

/** The picker's metrics, with the one in the address if it is another. */
export function pickedMetrics(chosenName: string): Metric[] {
  return METRICS.filter((metric) => metric.shown.includes('picker') || metric.name === chosenName);
}

/** It is none of the headline's questions, nor what the headline is about without them. */
export const isExploratory = (metric: Metric, home: string): boolean =>
  !metric.is_question && metric.name !== home;

/** “req/s”, “p99 latency”, “failed requests”: a metric inside a sentence. */
export const metricWords = ({ short }: Metric): string => short;

/** Why a metric has no figures at all in an experiment that measured something. */
export function whyMissing(metric: Metric, tool: string): string {
  if (metric.missing) return metric.missing;
  if (PERCENTILES.test(metric.name)) {
    const reason = toolNamed(tool)?.no_percentile ?? 'it is not in what the load tool printed';
    return `${tool} gave no ${metricWords(metric)} here: ${reason}. Look at another percentile.`;
  }
  return `${tool} gave no ${metricWords(metric)} in these trials.`;
}

const PERCENTILES = /^latency_p/;
