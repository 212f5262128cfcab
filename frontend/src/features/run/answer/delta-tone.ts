import type { Delta } from '@/api/types';

/** The colour of a change: that of its verdict, never of its sign. */
export const deltaTone = ({ verdict }: Delta) =>
  verdict === 'better' || verdict === 'worse' ? `var(--dyno-${verdict}-ink)` : 'var(--dyno-ink)';
