import type { DeltaOfRun } from '@/api/types';
import { percent, plural, spread } from '@/components/words/format';
import { StatCard } from '@/components/ui/layout/stat-card';

import type { Scope } from '../view/scope';

import { intervalText } from './delta-rows';

interface NoiseCardProps {
  scope: Scope;
  deltas?: DeltaOfRun[];
  noise: number | null;
}

/** What two equal settings differ by on this testbed. */
export function NoiseCard({ scope, deltas, noise }: NoiseCardProps) {
  const control = deltas?.find((delta) => delta.run_id === scope.control?.id);
  if (!scope.control) {
    return (
      <StatCard label="Noise floor" value="not measured">
        No A/A control in this experiment: changes below 1% do not count.
      </StatCard>
    );
  }
  if (noise === null || !control) {
    return (
      <StatCard label="Noise floor" value="–">
        {control && control.n > 1
          ? `After ${plural(control.n, 'round')} the interval of the A/A control is still too wide to say.`
          : 'The A/A control, a second copy of the baseline, needs two valid rounds for an interval.'}
      </StatCard>
    );
  }
  return (
    <StatCard label="Noise floor" value={spread(noise)} aside={`A/A control: ${control.verdict}`}>
      Smallest change that counts after {plural(control.n, 'round')}. The control, equal to the baseline, came
      out at {percent(control.change)} ({intervalText(control)}). {control.control_alarm}
    </StatCard>
  );
}
