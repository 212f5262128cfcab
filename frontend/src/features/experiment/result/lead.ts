import type { Experiment } from '@/api/types';

/** Sentences that the page begins with. What would settle it is said beside the button, where there is one. */
export function leadOf(
  { headline, more }: Pick<Experiment, 'headline' | 'more'>,
  isShared: boolean,
): string[] {
  const hasButton = more && !more.why_not && !isShared;
  return headline?.lead.filter((sentence) => !hasButton || sentence !== headline.settle) ?? [];
}

/** What weakens the result, beside the badge; not again where the answer begins with it. */
export function reasonsOf(headline: Experiment['headline']): string {
  const reasons = headline?.trust?.reasons ?? [];
  return reasons
    .map(({ sentence }) => sentence)
    .filter((sentence) => sentence !== headline?.opening)
    .join(' ');
}
