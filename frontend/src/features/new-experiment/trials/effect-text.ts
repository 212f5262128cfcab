import type { Plan } from '@/api/types';
import { percentSize, plural } from '@/components/words/format';

/** From here on a percentage says nothing that a person could use. */
export const A_DOUBLING = 1;

/** The smallest change that a plan can show, as a share; unknown until this testbed's noise was measured. */
export function effectText(effect: number | null | undefined): string {
  if (effect == null) return 'not known yet';
  return effect < A_DOUBLING ? `changes ≥ ${percentSize(effect)}` : 'nothing below a doubling';
}

/** What it counts: “It counts 5 candidates, 5 interim analyses, and that 1% matters.” */
export function countsText({ runs = [], fewest }: Plan, minEffect: string): string {
  const candidates = runs.filter((run) => !run.is_baseline && !run.is_control).length;
  const analyses = fewest?.analyses?.length ?? 0;
  const parts = [plural(candidates, 'candidate'), ...(analyses > 1 ? [`${analyses} interim analyses`] : [])];
  return `It counts ${parts.join(', ')}, and that ${minEffect} matters.`;
}

/** Why it is as it is, or what would help. */
export function effectHint(effect: number | null | undefined): string {
  if (effect == null) return 'The first experiment measures how much trials scatter on this testbed.';
  if (effect < A_DOUBLING) return 'A smaller change would not stand out from noise.';
  return 'Trials on this testbed scatter too much: more rounds, longer trials or a quieter machine would help.';
}
