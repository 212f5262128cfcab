import { Group } from '@mantine/core';

import { EXPLORATORY_MARK } from '@/components/words/metrics';
import { UrlSegments } from '@/components/ui/navigation/url-segments';
import { UrlSelect } from '@/components/ui/navigation/url-select';

import { isExploratory, pickedMetrics } from '../view/metrics';

interface PickersProps {
  metricName: string;
  /** The metric that the page opens on. */
  home: string;
  /** There are steps to look at. */
  stepwise: boolean;
  /** Exploratory metrics are marked. */
  hasMarks: boolean;
}

const AGAINST = [
  { value: 'baseline', label: 'against baseline' },
  { value: 'step', label: 'against the step before' },
];

/** What the changes are of, and against what. */
export function Pickers({ metricName, home, stepwise, hasMarks }: PickersProps) {
  const options = pickedMetrics(metricName).map((metric) => ({
    value: metric.name,
    label: hasMarks && isExploratory(metric, home) ? `${metric.label} ${EXPLORATORY_MARK}` : metric.label,
  }));
  return (
    <Group gap="xs" justify="flex-end">
      {stepwise && <UrlSegments name="against" label="Against" fallback="baseline" options={AGAINST} />}
      <UrlSelect name="metric" label="Metric" fallback={home} options={options} />
    </Group>
  );
}
