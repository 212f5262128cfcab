import { Box, Group, NativeSelect, SegmentedControl } from '@mantine/core';

import { METRICS } from '@/api/catalog';
import type { Comparison } from '@/api/types';
import { metricsIn } from '@/components/words/metrics';

import { useCompare } from '../selection/compare-state';
import { DEFAULT_METRIC } from '../selection/selection';
import { metricName } from '../selection/words';

/** The common metrics side by side, every other one in a list. */
export function MetricPicker({ metric }: { metric: Comparison['metric'] }) {
  const { set } = useCompare();
  const pick = (name: string) => set({ metric: name === DEFAULT_METRIC ? undefined : name });
  const otherMetrics = METRICS.filter(({ shown }) => !shown.includes('compare'));
  const isOther = !metric.shown.includes('compare');
  return (
    <Group gap="xs" wrap="wrap">
      <Box maw="100%" style={{ overflowX: 'auto' }}>
        <SegmentedControl
          aria-label="Metric"
          data={metricsIn('compare').map(({ name, label }) => ({ value: name, label }))}
          value={isOther ? '' : metric.name}
          onChange={pick}
        />
      </Box>
      <NativeSelect
        aria-label="Other metrics"
        size="sm"
        w={150}
        value={isOther ? metric.name : ''}
        data={[
          { value: '', label: 'other…', disabled: isOther },
          ...otherMetrics.map((otherMetric) => ({ value: otherMetric.name, label: metricName(otherMetric) })),
        ]}
        onChange={({ currentTarget: { value } }) => value && pick(value)}
      />
    </Group>
  );
}
