import { Group } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useMemo } from 'react';

import type { Run } from '@/api/types';
import { PercentileCurve } from '@/components/charts/distribution/percentile-curve';
import { LATENCY_SCALES, percentilePoints } from '@/components/charts/distribution/percentile-data';
import { percentileTwin } from '@/components/charts/twin/chart-twins';
import { ChartSection } from '@/components/chart-frame/chart-section';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { UrlSegments } from '@/components/ui/navigation/url-segments';

const route = getRouteApi('/runs/$id');
const AboutFigures = lazy(() => import('./about-figures'));

/** How long requests took, from the median to the far tail, against the baseline. */
export function LatencySection({ run }: { run: Run }) {
  const { scale = 'log' } = route.useSearch();
  const series = useMemo(
    () => [
      ...(run.baseline
        ? [
            {
              name: `baseline: ${run.baseline.name}`,
              points: percentilePoints(run.baseline.percentiles),
              emphasis: 'quiet' as const,
            },
          ]
        : []),
      { name: 'this run', points: percentilePoints(run.percentiles), emphasis: 'main' as const },
    ],
    [run],
  );
  const known = series.at(-1)?.points.length ?? 0;
  return (
    <ChartSection
      id="latency"
      name="percentiles"
      twin={() => percentileTwin(series)}
      bare={known === 0}
      title="Latency by percentile"
      aside={
        <Group gap="xs" justify="flex-end">
          <UrlSegments name="scale" label="Scale of latency" options={LATENCY_SCALES} fallback="log" />
          <Suspense>
            <AboutFigures run={run} />
          </Suspense>
        </Group>
      }
      caption={
        known > 0 &&
        'The tail is stretched: it is as far from p99 to p99.9 as from p90 to p99. p99 is the time within which 99 of 100 requests were answered. Each point is the mean of that percentile over the valid trials; lower is better.'
      }
    >
      {known > 0 ? (
        <PercentileCurve series={series} scale={scale} height={270} />
      ) : (
        <EmptyState plain title="No percentiles" text="The load tool reported none for this run." />
      )}
    </ChartSection>
  );
}
