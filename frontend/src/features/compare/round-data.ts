import type { Comparison } from '@/api/types';
import { closeDomain, numbers } from '@/components/charts/scales';

type Side = Comparison['pairs'][number]['a'];

export interface RoundPoint {
  round: number;
  /** Where it stands; a baseline that a long round measures several times stands beside itself. */
  at: number;
  value: number;
}

export interface RoundLine {
  id: string;
  name: string;
  /** Valid trials by round, in order. */
  a: RoundPoint[];
  b: RoundPoint[];
}

/** Each pair's valid trials by round. */
export function roundLines(pairs: Comparison['pairs']): RoundLine[] {
  return pairs.map(({ label, a, b }, n) => ({ id: `${n}`, name: label, a: byRound(a), b: byRound(b) }));
}

function byRound({ dots }: Side): RoundPoint[] {
  const seen = new Map<number, number>();
  const points = dots
    .flatMap(({ round, value, state }) => (state === 'done' && value !== null ? [{ round, value }] : []))
    .sort((x, y) => x.round - y.round)
    .map((point) => {
      const nth = seen.get(point.round) ?? 0;
      seen.set(point.round, nth + 1);
      return { ...point, nth };
    });
  const most = Math.max(0, ...seen.values()) - 1;
  return points.map(({ round, value, nth }) => ({
    round,
    value,
    at: round + (most > 0 ? SIDE_BY_SIDE * (nth / most - 0.5) : 0),
  }));
}

const SIDE_BY_SIDE = 0.6;

/** One scale for all small charts, so that they can be compared. */
export function roundScale(lines: RoundLine[]) {
  const all = lines.flatMap(({ a, b }) => [...a, ...b]);
  const rounds = all.map(({ round }) => round);
  return {
    ...closeDomain(numbers(all.map(({ value }) => value)), 3),
    rounds: [Math.min(...rounds, 1), Math.max(...rounds, 2)] as [number, number],
  };
}
