import type { Comparison } from '@/api/types';
import { closeDomain, numbers } from '@/components/charts/scales';

type Side = Comparison['pairs'][number]['a'];

export interface RoundLine {
  id: string;
  name: string;
  /** Valid trials by round, in order. */
  a: { round: number; value: number }[];
  b: { round: number; value: number }[];
}

/** Each pair's valid trials by round. */
export function roundLines(pairs: Comparison['pairs']): RoundLine[] {
  return pairs.map(({ label, a, b }, n) => ({ id: `${n}`, name: label, a: byRound(a), b: byRound(b) }));
}

const byRound = ({ dots }: Side) =>
  dots
    .flatMap(({ round, value, state }) => (state === 'done' && value !== null ? [{ round, value }] : []))
    .sort((x, y) => x.round - y.round);

/** One scale for all small charts, so that they can be compared. */
export function roundScale(lines: RoundLine[]) {
  const all = lines.flatMap(({ a, b }) => [...a, ...b]);
  const rounds = all.map(({ round }) => round);
  return {
    ...closeDomain(numbers(all.map(({ value }) => value)), 3),
    rounds: [Math.min(...rounds, 1), Math.max(...rounds, 2)] as [number, number],
  };
}
