import type { QueueStart } from '@/api/types';

import { span } from './format';

/** “It starts in about 4 min, by what those before it have left.” */
export function startWords({ seconds, at_most, unknown }: QueueStart): string {
  if (seconds == null) return `When it starts cannot be known: ${unknown}.`;
  if (seconds < 1) return 'It starts within seconds.';
  return `It starts in ${at_most ? 'at most' : 'about'} ${span(Math.ceil(seconds))}, by what those before it have left.`;
}

/** The same in a table: “in about 4 min”. */
export function startShort({ seconds, at_most, unknown }: QueueStart): string {
  if (seconds == null) return `not known: ${unknown}`;
  if (seconds < 1) return 'within seconds';
  return `in ${at_most ? 'at most' : 'about'} ${span(Math.ceil(seconds))}`;
}
