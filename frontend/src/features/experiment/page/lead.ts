import type { Experiment } from '@/api/types';

/** Sentences that the page begins with. What would settle it is said beside the button, where there is one. */
export function leadOf(
  { headline, more }: Pick<Experiment, 'headline' | 'more'>,
  isShared: boolean,
): string[] {
  const hasButton = more && !more.why_not && !isShared;
  return headline?.lead.filter((sentence) => !hasButton || sentence !== headline.settle) ?? [];
}
