import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { metricsQuery } from '@/api/queries/comparisons';
import { useUrlParam } from '@/components/ui/navigation/use-url-param';

import { metricWords, pickedMetrics } from './metrics';

interface MetricSelectProps {
  value: string;
  /** Every metric, not only those that an experiment is usually read by. */
  all?: boolean;
}

/** The page's metric once more, for the views that stand far below the bars. */
export function MetricSelect({ value, all = false }: MetricSelectProps) {
  const { data } = useQuery(metricsQuery);
  const [, set] = useUrlParam('metric');
  return (
    <NativeSelect
      size="xs"
      label="Metric"
      value={value}
      data={(all && data ? data : pickedMetrics(data, value)).map((metric) => ({
        value: metric.name,
        label: metricWords(metric),
      }))}
      onChange={({ currentTarget }) => set(currentTarget.value)}
    />
  );
}
