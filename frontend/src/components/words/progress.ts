import type { ExperimentSummary, Progress } from '@/api/types';

import { plural, span } from './format';

/** How far an experiment is and how long it takes, in words: where intervals decide, a number is the maximum. */

type Rounds = Pick<ExperimentSummary, 'rounds' | 'progress'> & Partial<Pick<ExperimentSummary, 'kind'>>;

/** “12 rounds”; where intervals decide and have not yet, “at most 20 rounds”; a search has none. */
export function roundsWords({ kind, rounds, progress }: Rounds): string {
  if (kind === 'ceiling') return 'probes as needed';
  return `${progress?.rounds_least == null ? '' : 'at most '}${plural(rounds, 'round')}`;
}

/** “of 12”, or “of at most 20”. */
export const ofRounds = ({ rounds, rounds_least: least }: Progress) =>
  `of ${least == null ? '' : 'at most '}${rounds}`;

/** “about 4 min left”; where intervals decide, “1 min to 4 min left”. */
export function leftWords({ seconds_left: most, seconds_left_least: least }: Progress): string | undefined {
  if (most == null) return undefined;
  const late = span(Math.ceil(most));
  const soon = least == null ? late : span(Math.ceil(least));
  return soon === late ? `about ${late} left` : `${soon} to ${late} left`;
}
