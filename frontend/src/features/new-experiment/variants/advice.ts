import type { Advice } from '@/api/types';

import { isBelow } from '../draft/problems';

/** What makes an advice the same as before: the rule, where, and on what. */
export const keyOf = ({ code, variant, place }: Advice) => [code, variant ?? '', place].join(' ');

const isHint = ({ severity }: Advice) => severity === 'hint';

/** One rule's advice with all variants that it concerns. */
export interface AdviceGroup {
  first: Advice;
  all: Advice[];
  variants: string[];
}

/** What has not been dismissed, warnings first; what a rule says in the same words of several variants is one. */
export function groupsOfAdvice(advice: readonly Advice[], dismissed: readonly string[]): AdviceGroup[] {
  const groups = new Map<string, Advice[]>();
  for (const one of advice) {
    if (dismissed.includes(keyOf(one))) continue;
    const words = `${one.code} ${one.text}`;
    groups.set(words, [...(groups.get(words) ?? []), one]);
  }
  const found = [...groups.values()].flatMap((all) =>
    all[0]
      ? [{ first: all[0], all, variants: [...new Set(all.flatMap(({ variant }) => variant ?? []))] }]
      : [],
  );
  return [...found.filter(({ first }) => !isHint(first)), ...found.filter(({ first }) => isHint(first))];
}

/** Advice that can be followed at a place: it stands there or below, or is on the variant itself. */
export const adviceAt = (advice: readonly Advice[], place: string, variant?: string) =>
  advice.filter((one) => isBelow(one.place, place) || (variant !== undefined && one.variant === variant));
