import type { Experiment } from '@/api/types';
import { Pill, type Tone } from '@/components/ui/labels/pill';

export type Trust = NonNullable<NonNullable<Experiment['headline']>['trust']>;

const TONES: Record<Trust['level'], Tone> = { green: 'better', amber: 'worse', red: 'danger' };

/** How far a result can be trusted; the reasons on demand. */
export function TrustBadge({ trust }: { trust: Trust }) {
  const hint =
    trust.reasons.length > 0
      ? trust.reasons.map(({ sentence }) => sentence).join(' ')
      : 'Hosts were quiet, checks passed, and the control came out equal to the baseline where there is one.';
  return (
    <Pill tone={TONES[trust.level]} hint={hint}>
      {trust.label}
    </Pill>
  );
}
