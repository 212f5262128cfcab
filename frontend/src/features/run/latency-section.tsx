import { lazy, Suspense, useMemo } from 'react';

import type { Run } from '@/api/types';
import { PercentileCurve } from '@/components/charts/percentile-curve';
import { percentilePoints } from '@/components/charts/percentile-data';
import { percentileTwin } from '@/components/charts/twins';
import { ChartSection } from '@/components/ui/chart-section';
import { EmptyState } from '@/components/ui/empty-state';

const AboutFigures = lazy(() => import('./about-figures'));

/** How long requests took, from the median to the far tail, against the baseline. */
export function LatencySection({ run }: { run: Run }) {
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
        <>
          log scale, tail stretched{' '}
          <Suspense>
            <AboutFigures run={run} />
          </Suspense>
        </>
      }
      caption={
        known > 0 &&
        'p99 is the time within which 99 of 100 requests were answered. Each point is the mean of that percentile over the valid trials; lower is better.'
      }
    >
      {known > 0 ? (
        <PercentileCurve series={series} height={270} />
      ) : (
        <EmptyState plain title="No percentiles" text="The load tool reported none for this run." />
      )}
    </ChartSection>
  );
}
