import { readText, writeText } from './browser-storage';

const LAST = 'dyno-last-comparison';
const LETTERS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const;

type Letter = (typeof LETTERS)[number];
type Sides = Partial<Record<Letter, string>>;

/** Keeps the run ids of each side of a comparison that is looked at, so that other pages can add to it. */
export function keepComparison(sides: Partial<Record<Letter, string[]>>) {
  const entries = LETTERS.flatMap((letter) =>
    sides[letter]?.length ? [[letter, sides[letter].join()]] : [],
  );
  writeText(LAST, new URLSearchParams(entries).toString());
}

/** The comparison that was looked at last with the run as a further side; null: none, no place, or it is in. */
export function withRun(id: string): (Sides & { side: Exclude<Letter, 'a'> }) | null {
  const query = new URLSearchParams(readText(LAST));
  const sides: Sides = Object.fromEntries(
    LETTERS.flatMap((letter) => (query.get(letter) ? [[letter, query.get(letter)]] : [])),
  );
  const isIn = Object.values(sides).some((ids) => ids.split(',').includes(id));
  const free = LETTERS.slice(1).find((letter): letter is Exclude<Letter, 'a'> => !sides[letter]);
  return sides.a && sides.b && !isIn && free ? { ...sides, [free]: id, side: free } : null;
}
