import { NativeSelect } from '@mantine/core';

import { METRICS } from '@/api/catalog';
import { useUrlParam } from '@/components/ui/navigation/use-url-param';

import { metricWords, pickedMetrics } from './metrics';

interface MetricSelectProps {
  value: string;
  /** Every metric, not only those that an experiment is usually read by. */
  all?: boolean;
}

/** The page's metric once more, for the views that stand far below the bars. */
export function MetricSelect({ value, all = false }: MetricSelectProps) {
  const [, set] = useUrlParam('metric');
  return (
    <NativeSelect
      size="xs"
      label="Metric"
      value={value}
      data={(all ? METRICS : pickedMetrics(value)).map((metric) => ({
        value: metric.name,
        label: metricWords(metric),
      }))}
      onChange={({ currentTarget }) => set(currentTarget.value)}
    />
  );
}
