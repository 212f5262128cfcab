import type { Metric } from '@/api/types';
import { MAIN_METRIC } from '@/components/words/metrics';

/** The metrics that an experiment is read by, in the order of the picker. */
const PICKED = [
  'requests_per_s',
  'latency_mean',
  'latency_p50',
  'latency_p90',
  'latency_p99',
  'latency_p99_9',
  'failed_requests',
  'cpu_s_per_request',
];

const RATE: Metric = {
  name: MAIN_METRIC,
  label: 'req/s',
  unit: '1/s',
  direction: 'higher',
  zero_ok: false,
  text: 'Requests completed per second, as the load tool printed it',
};

/** The picker's metrics, with the one in the address if it is another. */
export function pickedMetrics(all: Metric[] = [RATE], wanted?: string): Metric[] {
  return all.filter((metric) => PICKED.includes(metric.name) || metric.name === wanted);
}

export const metricNamed = (all: Metric[] | undefined, name?: string): Metric =>
  all?.find((metric) => metric.name === name) ?? all?.find((metric) => metric.name === MAIN_METRIC) ?? RATE;

/** “req/s”, “p99 latency”, “failed requests”: a metric inside a sentence. */
export function metricWords({ name, label }: Metric): string {
  if (name === 'latency_mean') return 'mean latency';
  if (name === 'failed_requests') return 'failed requests';
  if (name === 'cpu_s_per_request') return 'CPU time per request';
  if (name === 'bytes_per_s') return 'bytes per second';
  return name.startsWith('latency_') ? `${label} latency` : label;
}

const PERCENTILE = /^latency_p/;

const NO_PERCENTILE: Record<string, string> = {
  ab: 'ab has none between p99 and the longest request, and none at all below 51 requests',
  weighttp: 'weighttp has none above p99, and none at all before version 0.5',
};

/** Why a metric has no figures at all in an experiment that measured something. */
export function whyMissing(metric: Metric, tool: string): string {
  if (PERCENTILE.test(metric.name)) {
    const why = NO_PERCENTILE[tool] ?? 'it is not in what the load tool printed';
    return `${tool} gave no ${metricWords(metric)} here: ${why}. Look at another percentile.`;
  }
  if (metric.name === 'cpu_s_per_request') {
    return 'CPU time is counted by the agent of the host under test; none was reported for these trials.';
  }
  return `${tool} gave no ${metricWords(metric)} in these trials.`;
}
