import { span } from './format';

/** What receivers can be told of, in the order of the form. */
export const RECEIVER_KINDS = ['finished', 'failed', 'worse', 'needs_restore'] as const;

export const KIND_WORDS: Record<(typeof RECEIVER_KINDS)[number] | 'test', string> = {
  test: 'tests',
  finished: 'an experiment finished',
  failed: 'an experiment failed',
  worse: 'a candidate is worse',
  needs_restore: 'a host needs a restore',
};

export const WAY_WORDS: Record<'webhook' | 'slack' | 'mail', string> = {
  webhook: 'webhook',
  slack: 'chat',
  mail: 'mail',
};

interface Tried {
  state: string;
  tries: number;
  next_at: string | null;
  /** Of the last try; empty before there is one. */
  outcome: string;
}

/** What became of a delivery. */
export function deliveryWords({ state, tries, next_at, outcome }: Tried, now = Date.now()) {
  if (state === 'delivered') return { word: 'delivered', tone: 'better' } as const;
  if (state === 'given_up') return { word: 'given up', tone: 'danger' } as const;
  if (tries === 0 || !next_at) return { word: 'waits', tone: 'outline' } as const;
  if (!outcome) return { word: 'being sent', tone: 'outline' } as const;
  const seconds = Math.max(0, Math.ceil((Date.parse(next_at) - now) / 1000));
  return { word: `again in ${span(seconds)}`, tone: 'worse' } as const;
}
