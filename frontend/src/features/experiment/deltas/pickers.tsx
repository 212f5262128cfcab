import { Group } from '@mantine/core';

import type { Metric } from '@/api/types';
import { UrlSegments } from '@/components/ui/navigation/url-segments';

import { pickedMetrics } from '../view/metrics';

interface PickersProps {
  /** All metrics there are; absent while they load. */
  metrics?: Metric[];
  metricName: string;
  /** The metric that the page opens on. */
  home: string;
  /** There are steps to look at. */
  stepwise: boolean;
}

const AGAINST = [
  { value: 'baseline', label: 'against baseline' },
  { value: 'step', label: 'against the step before' },
];

/** What the changes are of, and against what. */
export function Pickers({ metrics, metricName, home, stepwise }: PickersProps) {
  const options = pickedMetrics(metrics, metricName).map(({ name, label }) => ({ value: name, label }));
  return (
    <Group gap="xs" justify="flex-end">
      {stepwise && <UrlSegments name="against" label="Against" fallback="baseline" options={AGAINST} />}
      <UrlSegments name="metric" label="Metric" fallback={home} options={options} />
    </Group>
  );
}
