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
export function groupsOfAdvice(advice: readonly Advice[], dismissedKeys: readonly string[]): AdviceGroup[] {
  const groups = new Map<string, Advice[]>();
  for (const item of advice) {
    if (dismissedKeys.includes(keyOf(item))) continue;
    const words = `${item.code} ${item.text}`;
    groups.set(words, [...(groups.get(words) ?? []), item]);
  }
  const groupList = [...groups.values()].flatMap((all) =>
    all[0]
      ? [{ first: all[0], all, variants: [...new Set(all.flatMap(({ variant }) => variant ?? []))] }]
      : [],
  );
  return [
    ...groupList.filter(({ first }) => !isHint(first)),
    ...groupList.filter(({ first }) => isHint(first)),
  ];
}

/** Advice that can be followed at a place: it stands there or below, or is on the variant itself. */
export const adviceAt = (advice: readonly Advice[], place: string, variant?: string) =>
  advice.filter((item) => isBelow(item.place, place) || (variant !== undefined && item.variant === variant));
