import { useMemo } from 'react';

import type { Comparison } from '@/api/types';
import { LatencyHeatMap } from '@/components/charts/distribution/latency-heat-map';
import { latencyHeatTable } from '@/components/charts/data-table/heat-table';
import { ChartSection } from '@/components/chart-frame/chart-section';

import { useCompare } from '../selection/compare-state';
import { pairAt, sidesOfPair } from '../selection/sides';

import { useLatencies } from './latency-overlay';

/** Every round of every side of one pair by latency; nothing where a side has percentiles only. */
export function LatencyRounds({ comparison }: { comparison: Comparison }) {
  const { search } = useCompare();
  const at = pairAt(comparison, search.pair);
  const { heat } = useLatencies(useMemo(() => sidesOfPair(comparison, at), [comparison, at]));
  if (heat.length === 0) return null;
  return (
    <ChartSection
      id="latency-rounds"
      name="latency-rounds"
      title="Latency round by round"
      subtitle={comparison.pairs.length === 1 ? undefined : '— of one pair'}
      table={() => latencyHeatTable(heat)}
      help={{
        topic: 'percentiles',
        label: 'How to read these rows',
        children:
          'A row is a round, its requests from the fastest on the left to the slowest on the right; the darker, the more of them.',
      }}
      caption="All sides share one axis."
    >
      <LatencyHeatMap maps={heat} />
    </ChartSection>
  );
}
