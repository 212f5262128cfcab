import type { ExperimentState, ExperimentSummary } from '@/api/types';

/** States that an experiment leaves by itself: it waits, runs or is being cancelled. */
const UNFINISHED: ReadonlySet<string> = new Set<ExperimentState>(['queued', 'running', 'cancelling']);

export const isUnfinished = (state: string) => UNFINISHED.has(state);

/** What came out, in a list: the result, and after it why it cannot be trusted; else what is known instead. */
export function outcomeWords({ headline, progress }: ExperimentSummary): string {
  if (!headline) return progress?.step ?? 'Its result is being worked out';
  const { sentence, opening } = headline;
  if (!opening || !sentence.startsWith(opening)) return sentence;
  return `${sentence.slice(opening.length).trim()} ${opening}`.trim();
}
