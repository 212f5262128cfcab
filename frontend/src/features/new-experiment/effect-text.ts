import { share } from '@/components/format';

/** The smallest change that a plan can show, as a share; unknown until this testbed's noise was measured. */
export const effectText = (effect: number | null | undefined) =>
  effect == null ? 'not known yet' : `changes ≥ ${share(effect, 1)}`;
