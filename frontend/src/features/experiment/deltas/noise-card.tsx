import type { DeltaOfRun, Metric } from '@/api/types';
import { plural, spread } from '@/components/words/format';
import { StatCard } from '@/components/ui/layout/stat-card';

import type { Scope } from '../view/scope';

import { amountOf, minEffectOf } from './delta-rows';

interface NoiseCardProps {
  scope: Scope;
  metric: Metric;
  deltas?: DeltaOfRun[];
}

const LABEL = 'Two equal settings';

/** What a second copy of the baseline came out at, and what a change must reach to matter. */
export function NoiseCard({ scope, metric, deltas }: NoiseCardProps) {
  const control = deltas?.find((delta) => delta.run_id === scope.control?.id);
  const minEffect = minEffectOf(deltas);
  const least = minEffect ? `What matters here: ${spread(minEffect)}.` : '';
  if (!scope.control) {
    return (
      <StatCard label={LABEL} value="not measured">
        No A/A control in this experiment, so nothing warns of differences that are not the settings’. {least}
      </StatCard>
    );
  }
  if (control?.low == null || control.high == null) {
    return (
      <StatCard label={LABEL} value="–">
        The A/A control, a second copy of the baseline, needs two valid rounds for an interval. {least}
      </StatCard>
    );
  }
  const { value, aside } = amountOf(control, metric);
  return (
    <StatCard label={LABEL} value={value} aside={aside} tone={control.control_alarm ? 'worse' : undefined}>
      The A/A control, a second copy of the baseline, after{' '}
      {plural(control.n, control.by_start ? 'start' : 'round')}
      {control.control_alarm ? ': it should not differ, so nothing has a verdict.' : '.'} {least}
    </StatCard>
  );
}
