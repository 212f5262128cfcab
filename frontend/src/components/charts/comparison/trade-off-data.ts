import { closeDomain } from '@/components/charts/kit/scales';

/** A variant in the plane of throughput and latency, with half of the 95% interval of each mean. */
export interface TradeOffPoint {
  id: string;
  name: string;
  /** Requests per second. */
  rate: number;
  /** Seconds. */
  latency: number;
  rateHalf: number | null;
  latencyHalf: number | null;
  role: 'baseline' | 'control' | 'variant';
}

/** Those that nobody beats in one figure without losing in the other, by rising rate; a control is a copy. */
export function frontierOf(points: TradeOffPoint[]): TradeOffPoint[] {
  const all = points.filter(({ role }) => role !== 'control');
  const beats = (a: TradeOffPoint, b: TradeOffPoint) =>
    a.rate >= b.rate && a.latency <= b.latency && (a.rate > b.rate || a.latency < b.latency);
  return all.filter((point) => !all.some((rival) => beats(rival, point))).sort((a, b) => a.rate - b.rate);
}

/** Domains around means and intervals; a wild interval is cut where it would flatten the rest. */
export function tradeOffScales(points: TradeOffPoint[], tickCounts: [number, number]) {
  const reach = (mean: number, half: number | null) => {
    const cut = Math.min(half ?? 0, mean / 2);
    return [mean - cut, mean + cut];
  };
  return {
    x: closeDomain(
      points.flatMap(({ rate, rateHalf }) => reach(rate, rateHalf)),
      tickCounts[0],
    ),
    y: closeDomain(
      points.flatMap(({ latency, latencyHalf }) => reach(latency, latencyHalf)),
      tickCounts[1],
    ),
  };
}

/** One sentence for those who cannot see the plane. */
export function tradeOffSummary(points: TradeOffPoint[], latencyName: string): string {
  const names = frontierOf(points).map(({ name }) => name);
  return `Requests per second against ${latencyName} for ${points.length} runs. Not beaten in both: ${names.join(', ')}.`;
}
