import type { Plan } from '@/api/types';
import { count, percentSize, plural, span } from '@/components/words/format';

import { A_DOUBLING, effectText } from './effect-text';

/** What the noise of this testbed says about the number of rounds, in sentences. Pure. */

type Goal = NonNullable<Plan['goal']>;

/** From here on shorter trials than those that the noise is known from scatter more. */
const MUCH_SHORTER = 2;

/** When results are looked at; nothing where the number of rounds does not depend on them. */
export function analysesText(plan: Plan): string | undefined {
  const analyses = plan.fewest?.analyses ?? [];
  if (analyses.length === 0) return undefined;
  const [first, last] = [analyses.slice(0, -1).join(', '), analyses.at(-1)];
  return `Interim analyses after ${first ? `${first} and ${last}` : last} rounds.`;
}

/** What to say of the length of trials; nothing where it is close to what was measured. */
export function lengthText(
  { seconds, seconds_short: short }: Pick<Goal, 'seconds' | 'seconds_short'>,
  measuredSeconds: number | null | undefined,
  lengths: number[],
): string | undefined {
  if (measuredSeconds == null) return undefined;
  if (short != null && seconds != null)
    return `That noise was measured with trials of ${span(measuredSeconds)}; with such short ones the same takes ${span(short)}.`;
  if (lengths.some((length) => length * MUCH_SHORTER <= measuredSeconds))
    return `That noise was measured with trials of ${span(measuredSeconds)}; shorter ones scatter more.`;
  return undefined;
}

/** “4 to 12 min”: the soonest and the latest end. */
export function timeText(plan: Plan): string {
  const least = plan.fewest?.seconds;
  return least == null ? `about ${span(plan.seconds)}` : `${span(least)} to ${span(plan.seconds)}`;
}

/** “5 to 20 rounds”. */
export function roundsText(plan: Plan): string {
  const least = plan.stages?.[0]?.rounds ?? plan.fewest?.rounds;
  const most = plan.rounds ?? 0;
  return least == null || least === most ? plural(most, 'round') : `${least} to ${plural(most, 'round')}`;
}

/** “8 to 40 rounds, about 20 where a change is 5%”. */
export function usualText(plan: Plan): string {
  const { analyses = [], likely_rounds: likely } = plan.fewest ?? {};
  const rounds = roundsText(plan);
  return analyses.length < 2 || likely == null ? rounds : `${rounds}, about ${likely} where a change is 5%`;
}

/** “5 to 20”: trials of a run. */
export const trialsText = (plan: Plan) => roundsText(plan).replace(/ rounds?$/, '');

/** “15 to 60”: all trials. */
export function allTrialsText(plan: Plan): string {
  const least = plan.fewest?.trials;
  const most = count(plan.trials ?? 0);
  return least == null || least === plan.trials ? most : `${count(least)} to ${most}`;
}

/** “changes ≥ 1.9 to 4.1%”: after the maximum and after the minimum of rounds. */
export function rangeText(plan: Plan): string {
  const soonest = plan.fewest?.smallest_effect;
  const text = effectText(plan.smallest_effect);
  if (soonest == null || plan.smallest_effect == null || soonest >= A_DOUBLING) return text;
  return `${text.replace('%', '')} to ${percentSize(soonest)}`;
}

/** What the minimum of rounds can show, where the figure beside it is that of the maximum. */
export function soonestText(plan: Plan): string | undefined {
  const { fewest } = plan;
  if (fewest?.smallest_effect == null) return undefined;
  return `After ${plural(fewest.rounds, 'round')}: ${effectText(fewest.smallest_effect)}.`;
}
