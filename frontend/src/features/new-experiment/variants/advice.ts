import type { Advice } from '@/api/types';

import { cellName, cellsOf } from '../draft/cells';
import type { Definition } from '../draft/definition';
import { isBelow } from '../draft/problems';

/** What makes an advice the same as before: the rule, where, and on what. */
export const keyOf = ({ code, variant, place, variants = [] }: Advice) =>
  [code, variant ?? '', place, ...variants].join(' ');

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
    all[0] ? [{ first: all[0], all, variants: [...new Set(all.flatMap(variantsOf))] }] : [],
  );
  return [
    ...groupList.filter(({ first }) => !isHint(first)),
    ...groupList.filter(({ first }) => isHint(first)),
  ];
}

const variantsOf = ({ variant, variants = [] }: Advice) =>
  variants.length > 0 ? variants : [variant ?? []].flat();

const MAX_NAMES = 3;

/** What advice is about: all cells of a level by its name, else variants or cells by theirs. */
export function concernedWords(names: readonly string[], definition: Definition): string {
  if (names.length === 0) return 'The whole plan';
  const level = names.length > 1 ? levelOf(names, definition) : undefined;
  const more = names.length - MAX_NAMES;
  return level ?? names.slice(0, MAX_NAMES).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** “workers 16”: the level that exactly these cells share. */
function levelOf(names: readonly string[], definition: Definition): string | undefined {
  const cells = cellsOf(definition);
  for (const [factor, levels] of Object.entries(definition.factors)) {
    for (const level of Object.keys(levels)) {
      const cellNames = new Set(cells.filter((cell) => cell[factor] === level).map(cellName));
      if (cellNames.size === names.length && names.every((name) => cellNames.has(name)))
        return `${factor} ${level}`;
    }
  }
  return undefined;
}

/** Advice that can be followed at a place: it stands there or below, or is on the variant itself. */
export const adviceAt = (advice: readonly Advice[], place: string, variant?: string) =>
  advice.filter((item) => isBelow(item.place, place) || (variant !== undefined && item.variant === variant));
