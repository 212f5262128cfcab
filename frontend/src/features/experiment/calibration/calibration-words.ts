import type { Calibration } from '@/api/types';
import { ABSENT, share, span } from '@/components/words/format';

/** Two digits that matter: “2.3%”, “0.45%”, “12%”. */
export function smallShare(value: number | null | undefined): string {
  if (value == null) return ABSENT;
  const size = Math.abs(value);
  return share(value, size >= 0.0995 ? 0 : size >= 0.00995 || size === 0 ? 1 : 2);
}

export const rangeText = (range: number[] | null) =>
  range ? `95%: ${smallShare(range[0])} to ${smallShare(range[1])}` : undefined;

type Need = Calibration['needs'][number];

/** What stands below the number of rounds. */
export const needText = ({ seconds, decided_rounds, decided_seconds, chance }: Need) => {
  const fixed = seconds === null ? 'Too noisy to plan for. ' : `${span(seconds)}, found in 80%. `;
  return `${fixed}Until decided: ${decided_rounds} rounds on average, ${span(decided_seconds)}, found in ${share(chance)}.`;
};

export const roundsText = (rounds: number | null) => (rounds === null ? 'over 1000' : String(rounds));
