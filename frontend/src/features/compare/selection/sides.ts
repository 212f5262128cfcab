import type { Comparison, ComparisonSide } from '@/api/types';
import { seriesColour, seriesDash } from '@/components/charts/kit/series-colours';

type ComparedRun = Comparison['pairs'][number]['a'];

/** One curve or line of an overlay: A, the side beside it, and every other side that has a partner of A's run. */
export interface SideOfPair {
  letter: string;
  name: string;
  run: ComparedRun;
  colour: string;
  dash?: string;
}

/** The pair that the address names; the first where it names none that is there. */
export const pairAt = (comparison: Comparison, asked: string | undefined) =>
  comparison.pairs[Number(asked ?? 0)] ? Number(asked ?? 0) : 0;

export const chosenSide = ({ candidates, side }: Comparison): ComparisonSide | undefined =>
  candidates.find((one) => one.side === side);

/** “B · workers 4”: with its letter where there are more than two sides. */
export const sideName = (comparison: Comparison, letter: string, title: string) =>
  comparison.candidates.length > 1 ? `${letter.toUpperCase()} · ${title}` : title;

/** A is grey, the side beside it has the accent, the others quieter hues. */
export function sideColours({
  candidates,
  side,
}: Comparison): Record<string, { colour: string; dash?: string }> {
  const others = candidates.filter((one) => one.side !== side);
  return {
    a: { colour: 'var(--dyno-dot)' },
    [side ?? 'b']: { colour: seriesColour(0) },
    ...Object.fromEntries(
      others.map((one, n) => [one.side, { colour: seriesColour(n + 1), dash: seriesDash(n + 1) }]),
    ),
  };
}

/** A's run of a pair and all that stand beside it, the chosen side right after A. */
export function sidesOfPair(comparison: Comparison, at: number): SideOfPair[] {
  const { pairs, candidates, side, a_title, b_title } = comparison;
  const pair = pairs[at];
  if (!pair) return [];
  const colours = sideColours(comparison);
  const made = (letter: string, title: string, run: ComparedRun): SideOfPair => ({
    letter,
    name: sideName(comparison, letter, title),
    run,
    colour: 'var(--dyno-dot)',
    ...colours[letter],
  });
  const others = candidates.flatMap((one) => {
    const own = one.side === side ? undefined : one.pairs.find(({ a }) => a.id === pair.a.id);
    return own ? [made(one.side, one.title, own.b)] : [];
  });
  return [made('a', a_title, pair.a), made(side ?? 'b', b_title, pair.b), ...others];
}
