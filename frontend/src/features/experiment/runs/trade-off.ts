import type { RunSummary } from '@/api/types';
import type { TradeOffPoint } from '@/components/charts/comparison/trade-off-data';

/** The runs that have both figures. */
export function tradeOffPoints(runs: RunSummary[]): TradeOffPoint[] {
  return runs.flatMap(({ id, variant, means, half, deleted: isDeleted, is_baseline, is_control }) => {
    const { requests_per_s: rate, latency_p99: latency } = means;
    if (isDeleted || rate === undefined || latency === undefined) return [];
    return [
      {
        id,
        name: variant,
        rate,
        latency,
        rateHalf: half.requests_per_s ?? null,
        latencyHalf: half.latency_p99 ?? null,
        role: is_baseline ? 'baseline' : is_control ? 'control' : 'variant',
      },
    ];
  });
}
