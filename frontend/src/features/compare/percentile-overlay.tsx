import { Select } from '@mantine/core';
import { useMemo } from 'react';

import type { Comparison } from '@/api/types';
import { PercentileCurve } from '@/components/charts/percentile-curve';
import { percentilePoints } from '@/components/charts/percentile-data';
import { EmptyState } from '@/components/ui/empty-state';
import { Section } from '@/components/ui/section';
import { useUrlParam } from '@/components/ui/use-url-param';

/** Latency of both sides of one pair, from the median to the far tail. */
export function PercentileOverlay({ comparison: { pairs, a_title, b_title } }: { comparison: Comparison }) {
  const [asked, setPair] = useUrlParam('pair');
  const at = pairs[Number(asked ?? 0)] ? Number(asked ?? 0) : 0;
  const pair = pairs[at];
  const series = useMemo(
    () =>
      pair
        ? [
            { name: a_title, points: percentilePoints(pair.a.percentiles), emphasis: 'quiet' as const },
            { name: b_title, points: percentilePoints(pair.b.percentiles), emphasis: 'main' as const },
          ]
        : [],
    [pair, a_title, b_title],
  );
  const known = series.some(({ points }) => points.length > 0);
  return (
    <Section
      id="percentiles"
      title="Latency by percentile"
      subtitle={pairs.length === 1 ? undefined : '— of one pair'}
      aside={
        pairs.length > 1 && (
          <Select
            aria-label="Pair"
            size="xs"
            w={260}
            allowDeselect={false}
            data={pairs.map(({ label }, n) => ({ value: String(n), label }))}
            value={String(at)}
            onChange={(next) => setPair(next === '0' || next === null ? undefined : next)}
          />
        )
      }
      caption="Log scale upwards, the tail stretched to the right. Each point is the mean of that percentile over the valid trials; lower is better."
    >
      {known ? (
        <PercentileCurve series={series} height={280} />
      ) : (
        <EmptyState plain title="No percentiles" text="The load tool reported none for this pair." />
      )}
    </Section>
  );
}
