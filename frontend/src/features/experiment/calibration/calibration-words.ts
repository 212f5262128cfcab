import type { Calibration } from '@/api/types';
import { share, shortPercent, span } from '@/components/words/format';

export const rangeText = (range: number[] | null) =>
  range ? `95%: ${shortPercent(range[0])} to ${shortPercent(range[1])}` : undefined;

type Need = Calibration['needs'][number];

/** What stands below the number of rounds. */
export const needText = ({ seconds, decided_rounds, decided_seconds, chance }: Need) => {
  const fixedText = seconds === null ? 'Too noisy to plan for. ' : `${span(seconds)}, found in 80%. `;
  return `${fixedText}Until decided: ${decided_rounds} rounds on average, ${span(decided_seconds)}, found in ${share(chance)}.`;
};

export const roundsText = (rounds: number | null) => (rounds === null ? 'over 1000' : String(rounds));
