import type { SpreadChange } from '@/api/types';
import { percentSize, times } from '@/components/words/format';

/** “9× steadier, spread 11.8% → 1.3%”: what happened to the spread of the trials. */
export function steadiness(spread: SpreadChange | null | undefined): string {
  if (spread?.cv_a == null || spread.cv_b == null) return 'spread not known';
  const figures = `spread ${percentSize(spread.cv_a)} → ${percentSize(spread.cv_b)}`;
  const { verdict, ratio } = spread;
  if (verdict === 'steadier' && ratio) return `${times(1 / ratio)} steadier, ${figures}`;
  if (verdict === 'less_steady' && ratio) return `${times(ratio)} less steady, ${figures}`;
  return figures;
}
