import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';

import { latencyQuery } from '@/api/queries/runs';
import type { Run } from '@/api/types';
import { latencyHeatTable } from '@/components/charts/data-table/heat-table';
import { ChartSection } from '@/components/chart-frame/chart-section';
import { ChartSkeleton } from '@/components/ui/feedback/loading';
import { useOpenSection } from '@/components/ui/navigation/use-open-section';

const LatencyHeatMap = lazy(async () => ({
  default: (await import('@/components/charts/distribution/latency-heat-map')).LatencyHeatMap,
}));

const SECTION = { id: 'latency-rounds' };

/** Every round of a run by latency; nothing where the tool gave percentiles only. */
export function LatencyHeat({ run }: { run: Run }) {
  const [isOpen] = useOpenSection(SECTION.id);
  const { data } = useQuery({ ...latencyQuery(run.id), enabled: isOpen });
  if (data && !data.heat) return null;
  const maps = data?.heat ? [{ name: run.name, heat: data.heat }] : [];
  return (
    <ChartSection
      fold={SECTION}
      name="latency-rounds"
      title="Latency round by round"
      subtitle="requests of each round from the fastest to the slowest"
      table={() => latencyHeatTable(maps)}
      bare={!data}
      help={{
        topic: 'percentiles',
        label: 'How to read these rows',
        children:
          'A row is a round, its requests from the fastest on the left to the slowest on the right; the darker, the more of them. A round that reaches further right than the others had a stall: the median may not show it.',
      }}
      caption="Further right is slower; the darker, the more requests."
    >
      <Suspense fallback={<ChartSkeleton />}>
        {data ? <LatencyHeatMap maps={maps} /> : <ChartSkeleton />}
      </Suspense>
    </ChartSection>
  );
}
