import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { MAIN_METRIC, metricWords, pickedMetrics } from './metrics';
import { metricsQuery } from '@/api/queries/comparisons';
import { useUrlParam } from '@/components/ui/use-url-param';

/** The page's metric once more, for the views that stand far below the bars. */
export function MetricSelect({ value }: { value: string }) {
  const { data } = useQuery(metricsQuery);
  const [, set] = useUrlParam('metric');
  return (
    <NativeSelect
      size="xs"
      label="Metric"
      value={value}
      data={pickedMetrics(data, value).map((metric) => ({ value: metric.name, label: metricWords(metric) }))}
      onChange={({ currentTarget }) =>
        set(currentTarget.value === MAIN_METRIC ? undefined : currentTarget.value)
      }
    />
  );
}
