import { Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';

import { ChartPart } from '@/components/chart-frame/chart-section';
import { TradeOffChart } from '@/components/charts/comparison/trade-off-chart';
import { tradeOffTable } from '@/components/charts/data-table/chart-tables';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { Small } from '@/components/ui/labels/texts';

import type { ViewProps } from '../view/view-props';

import { tradeOffPoints } from './trade-off';

/** Throughput against the tail of latency: which variants nobody beats in both. */
export function TradeOffView({ scope }: ViewProps) {
  const navigate = useNavigate();
  const points = useMemo(() => tradeOffPoints(scope.runs), [scope]);
  if (points.length < 2) {
    return (
      <EmptyState
        plain
        title="Two variants are needed"
        text="This view needs requests per second and p99 latency of at least two variants."
      />
    );
  }
  const open = (id: string) => void navigate({ to: '/runs/$id', params: { id } });
  return (
    <Stack gap="xs">
      <ChartPart
        source={{
          name: 'trade-off',
          title: 'Throughput against p99 latency',
          table: () => tradeOffTable(points),
        }}
      >
        <TradeOffChart points={points} latencyName="p99 latency" onSelect={open} />
      </ChartPart>
      <Small>Blue: no other variant is better in one without being worse in the other.</Small>
    </Stack>
  );
}
