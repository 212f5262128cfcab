import { useQueries } from '@tanstack/react-query';

import { latencyQuery } from '@/api/queries/runs';
import type { LatencyHeat } from '@/components/charts/distribution/latency-heat-data';
import {
  hasHistograms,
  latencyPoints,
  percentilePoints,
  type PercentileSeries,
} from '@/components/charts/distribution/percentile-data';

import type { SideOfPair } from '../selection/sides';

interface Latencies {
  series: PercentileSeries[];
  heat: LatencyHeat[];
  /** Every curve is of all requests of its run. */
  all: boolean;
}

/** Latency of all requests of each side where every side has them; else the means of what each tool printed. */
export function useLatencies(sides: SideOfPair[]): Latencies {
  const able = sides.every(({ run }) => hasHistograms(run.latency_kind) && !run.repeats?.length);
  const queries = useQueries({
    queries: sides.map(({ run }) => ({ ...latencyQuery(run.id), enabled: able })),
  });
  const data = queries.map((query) => query.data);
  const all = able && data.every((latencies) => (latencies?.curve.length ?? 0) > 0);
  return {
    all,
    series: sides.map(({ letter, name, run }, n) => {
      const ownLatencies = data[n];
      return {
        name,
        points: all && ownLatencies ? latencyPoints(ownLatencies) : percentilePoints(run.percentiles),
        emphasis: letter === 'a' ? 'quiet' : 'main',
      };
    }),
    heat: all ? sides.flatMap(({ name }, n) => (data[n]?.heat ? [{ name, heat: data[n].heat }] : [])) : [],
  };
}
