import type { Experiment } from '@/api/types';

/**
 * What weakens the result, beside the badge, and what would settle it; neither where the answer begins with it
 * or a button has it, nor the latter where all has to be measured again.
 */
export function remarksOf(
  { headline, more }: Pick<Experiment, 'headline' | 'more'>,
  isShared: boolean,
): string {
  const reasons = headline?.trust?.reasons.map(({ sentence }) => sentence) ?? [];
  const hasButton = more && !more.why_not && !isShared;
  const isRed = headline?.trust?.level === 'red';
  return [...reasons, hasButton || isRed ? '' : headline?.settle]
    .filter((sentence) => sentence && sentence !== headline?.opening)
    .join(' ');
}
