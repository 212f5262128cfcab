import { Group } from '@mantine/core';
import { useMemo } from 'react';

import type { Comparison } from '@/api/types';
import { PercentileCurve } from '@/components/charts/distribution/percentile-curve';
import { LATENCY_SCALES } from '@/components/charts/distribution/percentile-data';
import { percentileTable } from '@/components/charts/data-table/chart-tables';
import { ChartSection } from '@/components/chart-frame/chart-section';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { UrlSegments } from '@/components/ui/navigation/url-segments';

import { pairAt, sidesOfPair } from '../selection/sides';
import { PairSelect } from '../selection/pair-select';
import { useCompare } from '../selection/compare-state';

import { useLatencies } from './latency-overlay';

/** Latency of every side of one pair, from the median to the far tail. */
export function PercentileOverlay({ comparison }: { comparison: Comparison }) {
  const { search } = useCompare();
  const { pairs } = comparison;
  const at = pairAt(comparison, search.pair);
  const { series, all } = useLatencies(useMemo(() => sidesOfPair(comparison, at), [comparison, at]));
  const hasPoints = series.some(({ points }) => points.length > 0);
  return (
    <ChartSection
      id="percentiles"
      name="percentiles"
      title="Latency by percentile"
      table={() => percentileTable(series)}
      bare={!hasPoints}
      subtitle={pairs.length === 1 ? undefined : '— of one pair'}
      aside={
        <Group gap="xs" justify="flex-end">
          <PairSelect comparison={comparison} />
          {hasPoints && (
            <UrlSegments name="scale" label="Scale of latency" options={LATENCY_SCALES} fallback="log" />
          )}
        </Group>
      }
      help={{
        topic: 'percentiles',
        label: 'How to read the percentiles',
        children:
          'The tail is stretched: it is as far from p99 to p99.9 as from p90 to p99. Band: 95% interval by rounds.',
      }}
      caption={
        hasPoints &&
        `${all ? 'Of all requests of each run' : 'Each point is a mean over the valid trials'}; lower is better.`
      }
    >
      {hasPoints ? (
        <PercentileCurve series={series} scale={search.scale ?? 'log'} height={280} />
      ) : (
        <EmptyState plain title="No percentiles" text="The load tool reported none for this pair." />
      )}
    </ChartSection>
  );
}
