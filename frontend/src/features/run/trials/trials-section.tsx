import { useMemo } from 'react';

import type { Run } from '@/api/types';
import { TrialsChart } from '@/components/charts/distribution/trials-chart';
import { trialsTable } from '@/components/charts/data-table/chart-tables';
import { measure } from '@/components/words/format';
import { ChartSection } from '@/components/chart-frame/chart-section';
import { UrlSelect } from '@/components/ui/navigation/url-select';

import { TRIAL_METRICS, trialMetric, trialPoints } from './trials';

interface TrialsSectionProps {
  run: Run;
  metric?: string;
  selectedId?: string;
  onSelect: (trial: string) => void;
}

const LABELS = TRIAL_METRICS.map(({ value, label }) => ({
  value,
  label: label.replace(' latency', '').replace('CPU per request', 'CPU'),
}));

/** Every trial as a dot; none is left out for being far away. */
export function TrialsSection({ run, metric, selectedId, onSelect }: TrialsSectionProps) {
  const { value: name, unit, label } = trialMetric(metric);
  const points = useMemo(() => trialPoints(run.trials, trialMetric(metric).value), [run.trials, metric]);
  const figure = run.figures.find((candidate) => candidate.metric === name);
  const band = useMemo(() => ({ mean: figure?.mean ?? null, ...within(figure) }), [figure]);
  const hollow = points.filter(({ invalid }) => invalid);
  return (
    <ChartSection
      id="trials"
      name="trials"
      title="Trials"
      table={() => trialsTable(points, unit, label)}
      bare={points.length === 0}
      subtitle={`${label} by round`}
      aside={
        <UrlSelect name="metric" label="Metric of the trials" options={LABELS} fallback="requests_per_s" />
      }
      help={{
        topic: 'charts',
        label: 'How to read and take away a chart',
        children:
          'A dot is a trial; the axis need not start at zero. Click a dot, or use the arrow keys, to choose the trial of which the sections below tell.',
      }}
      caption={
        <>
          Dashed: the mean, {measure(band.mean, unit)}
          {band.low != null && '; band: its 95% interval'}.
          {hollow.length > 0 && ` Hollow: left out, ${hollow[0]?.invalid}.`}
        </>
      }
    >
      <TrialsChart
        trials={points}
        unit={unit}
        band={band}
        selectedId={selectedId}
        onSelect={onSelect}
        height={270}
      />
    </ChartSection>
  );
}

/** The interval of the mean; a time or a rate below zero means nothing, so it ends there. */
const within = (figure: Run['figures'][number] | undefined) =>
  figure?.low == null ? {} : { low: Math.max(0, figure.low), high: figure.high };
