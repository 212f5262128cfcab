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
export const pairAt = (comparison: Comparison, urlPair: string | undefined) =>
  comparison.pairs[Number(urlPair ?? 0)] ? Number(urlPair ?? 0) : 0;

export const chosenSide = ({ candidates, side }: Comparison): ComparisonSide | undefined =>
  candidates.find((candidate) => candidate.side === side);

/** “B · workers 4”: with its letter where there are more than two sides. */
export const sideName = (comparison: Comparison, letter: string, title: string) =>
  comparison.candidates.length > 1 ? `${letter.toUpperCase()} · ${title}` : title;

/** A is grey, the side beside it has the accent, the others quieter hues. */
function sideColours({ candidates, side }: Comparison): Record<string, { colour: string; dash?: string }> {
  const otherSides = candidates.filter((candidate) => candidate.side !== side);
  return {
    a: { colour: 'var(--dyno-dot)' },
    [side ?? 'b']: { colour: seriesColour(0) },
    ...Object.fromEntries(
      otherSides.map((candidate, n) => [
        candidate.side,
        { colour: seriesColour(n + 1), dash: seriesDash(n + 1) },
      ]),
    ),
  };
}

/** A's run of a pair and all that stand beside it, the chosen side right after A. */
export function sidesOfPair(comparison: Comparison, at: number): SideOfPair[] {
  const { pairs, candidates, side, a_title, b_title } = comparison;
  const pair = pairs[at];
  if (!pair) return [];
  const colours = sideColours(comparison);
  const sideOf = (letter: string, title: string, run: ComparedRun): SideOfPair => ({
    letter,
    name: sideName(comparison, letter, title),
    run,
    colour: 'var(--dyno-dot)',
    ...colours[letter],
  });
  const otherSides = candidates.flatMap((candidate) => {
    const ownPair = candidate.side === side ? undefined : candidate.pairs.find(({ a }) => a.id === pair.a.id);
    return ownPair ? [sideOf(candidate.side, candidate.title, ownPair.b)] : [];
  });
  return [sideOf('a', a_title, pair.a), sideOf(side ?? 'b', b_title, pair.b), ...otherSides];
}
