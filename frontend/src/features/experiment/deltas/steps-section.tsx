import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useCallback, useMemo } from 'react';

import type { Metric, StepOfRun } from '@/api/types';
import { ChartSection } from '@/components/chart-frame/chart-section';
import { WaterfallChart } from '@/components/charts/comparison/waterfall-chart';
import { waterfallTable } from '@/components/charts/data-table/chart-tables';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { TableSkeleton } from '@/components/ui/feedback/loading';

import { metricWords } from '../view/metrics';
import type { Scope } from '../view/scope';

import { stepRows } from './step-rows';

interface StepsSectionProps {
  scope: Scope;
  metric: Metric;
  /** Absent while they load. */
  steps?: StepOfRun[];
  pickers: ReactNode;
}

/** Stepwise tuning as a waterfall: what each step adds to the one that it derives from. */
export function StepsSection({ scope, metric, steps, pickers }: StepsSectionProps) {
  const rows = useMemo(() => stepRows(scope, steps, metric), [scope, steps, metric]);
  const navigate = useNavigate();
  const open = useCallback((id: string) => void navigate({ to: '/runs/$id', params: { id } }), [navigate]);
  return (
    <ChartSection
      id="steps"
      name="steps"
      title="Change against the step before"
      help={{
        topic: 'steps',
        label: 'How to read the steps',
        children:
          'A bar begins where the step that it derives from ended. Its colour is the verdict of the step alone, judged together with the other steps. Point at a step to see what it sets.',
      }}
      aside={pickers}
      caption={`Bar: what a step adds in ${metricWords(metric)}. Whisker: its 95% interval.`}
      table={() => waterfallTable(rows, metric.unit, metricWords(metric))}
      bare={rows.length === 0}
    >
      {!steps && <TableSkeleton rows={Math.min(12, Math.max(3, scope.runs.length))} />}
      {steps && rows.length === 0 && (
        <EmptyState
          plain
          title="No step is measured yet"
          text="A bar appears as soon as a step and the one before it are measured in the same round."
        />
      )}
      {rows.length > 0 && <WaterfallChart rows={rows} unit={metric.unit} onSelect={open} />}
    </ChartSection>
  );
}
