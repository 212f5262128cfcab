import { useQuery } from '@tanstack/react-query';

import { latencyQuery } from '@/api/queries/runs';
import type { Run } from '@/api/types';
import { LatencyHeatMap } from '@/components/charts/distribution/latency-heat-map';
import { latencyHeatTable } from '@/components/charts/data-table/heat-table';
import { ChartSection } from '@/components/chart-frame/chart-section';

/** Every round of a run by latency; nothing where the tool gave percentiles only. */
export function LatencyHeat({ run }: { run: Run }) {
  const { data } = useQuery(latencyQuery(run.id));
  if (!data?.heat) return null;
  const maps = [{ name: run.name, heat: data.heat }];
  return (
    <ChartSection
      id="latency-rounds"
      name="latency-rounds"
      title="Latency round by round"
      table={() => latencyHeatTable(maps)}
      help={{
        topic: 'percentiles',
        label: 'How to read these rows',
        children:
          'A row is a round, its requests from the fastest on the left to the slowest on the right; the darker, the more of them. A round that reaches further right than the others had a stall: the median may not show it.',
      }}
      caption="Further right is slower; the darker, the more requests."
    >
      <LatencyHeatMap maps={maps} />
    </ChartSection>
  );
}
