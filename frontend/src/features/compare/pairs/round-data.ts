import type { Comparison } from '@/api/types';
import { closeDomain, numbers } from '@/components/charts/kit/scales';
import { number, type DataTable, words } from '@/components/charts/data-table/data-table';
import { count, measure } from '@/components/words/format';

import { type SideOfPair, sidesOfPair } from '../selection/sides';

type Side = Comparison['pairs'][number]['a'];

interface RoundPoint {
  round: number;
  /** Where it stands; a baseline that a long round measures several times stands beside itself. */
  at: number;
  value: number;
}

export interface RoundSide extends Pick<SideOfPair, 'letter' | 'name' | 'colour' | 'dash'> {
  /** Valid trials by round, in order. */
  points: RoundPoint[];
}

export interface RoundLine {
  id: string;
  name: string;
  /** A first, then the side beside it, then the others. */
  sides: RoundSide[];
}

/** Each pair's valid trials by round, of every side that has a partner of A's run. */
export function roundLines(comparison: Comparison): RoundLine[] {
  return comparison.pairs.map(({ label }, n) => ({
    id: `${n}`,
    name: label,
    sides: sidesOfPair(comparison, n).map(({ run, letter, name, colour, dash }) => ({
      letter,
      name,
      colour,
      dash,
      points: byRound(run),
    })),
  }));
}

function byRound({ dots }: Side): RoundPoint[] {
  const countByRound = new Map<number, number>();
  const points = dots
    .flatMap(({ round, value, state }) => (state === 'done' && value !== null ? [{ round, value }] : []))
    .sort((x, y) => x.round - y.round)
    .map((point) => {
      const nth = countByRound.get(point.round) ?? 0;
      countByRound.set(point.round, nth + 1);
      return { ...point, nth };
    });
  const most = Math.max(0, ...countByRound.values()) - 1;
  return points.map(({ round, value, nth }) => ({
    round,
    value,
    at: round + (most > 0 ? SIDE_BY_SIDE * (nth / most - 0.5) : 0),
  }));
}

const SIDE_BY_SIDE = 0.6;

/** One scale for all small charts, so that they can be compared. */
export function roundScale(lines: RoundLine[]) {
  const all = lines.flatMap(({ sides }) => sides.flatMap(({ points }) => points));
  const rounds = all.map(({ round }) => round);
  return {
    ...closeDomain(numbers(all.map(({ value }) => value)), 3),
    rounds: [Math.min(...rounds, 1), Math.max(...rounds, 2)] as [number, number],
  };
}

/** One row per point: pair, side, round, value. */
export function roundTable(lines: RoundLine[], unit: string): DataTable {
  const value = (figure: number | null) => measure(figure, unit);
  return {
    columns: [
      { name: 'pair' },
      { name: 'side' },
      { name: 'round', figure: true },
      { name: 'value', figure: true },
    ],
    rows: lines.flatMap((line) =>
      line.sides.flatMap(({ name, points }) =>
        points.map((point) => [
          words(line.name),
          words(name),
          number(point.round, count),
          number(point.value, value),
        ]),
      ),
    ),
  };
}
