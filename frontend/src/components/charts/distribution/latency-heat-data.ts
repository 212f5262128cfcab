import { clamp } from '@/components/charts/kit/scales';
import { latency } from '@/components/words/format';

/** Rounds of one run by latency: column n of a round ends at 10^((first + n + 1) / per_decade) µs. */
export interface LatencyHeat {
  name: string;
  heat: {
    first: number;
    per_decade: number;
    rounds: { round: number; requests: number; shares: number[] }[];
  };
}

const PER_DECADE = 20;
export const LEVELS = 9;

/** Columns from the fastest to the slowest request of all maps, so that they lie under each other. */
export function columnRange(maps: LatencyHeat[]): { first: number; last: number } {
  const nonEmpty = maps.filter(({ heat }) => heat.rounds.length > 0);
  if (nonEmpty.length === 0) return { first: 0, last: 0 };
  return {
    first: Math.min(...nonEmpty.map(({ heat }) => heat.first)),
    last: Math.max(...nonEmpty.map(({ heat }) => heat.first + (heat.rounds[0]?.shares.length ?? 1) - 1)),
  };
}

/** Seconds at which a column begins. */
export const columnStart = (column: number) => Number((10 ** (column / PER_DECADE - 6)).toPrecision(9));
export const columnEnd = (column: number) => latency(columnStart(column + 1));

export interface ShareScale {
  /** The smallest and the largest share of any cell. */
  faintest: number;
  fullest: number;
}

/** From a single request to the fullest cell of all maps: both ends of the colours. */
export function shareScale(maps: LatencyHeat[]): ShareScale {
  const positiveShares = maps.flatMap(({ heat }) =>
    heat.rounds.flatMap(({ shares }) => shares.filter((part) => part > 0)),
  );
  return positiveShares.length > 0
    ? { faintest: Math.min(...positiveShares), fullest: Math.max(...positiveShares) }
    : { faintest: 0, fullest: 1 };
}

/** 0…LEVELS−1 by the share of a round's requests, each level a factor; −1 for none. */
export function heatLevel(share: number, { faintest, fullest }: ShareScale): number {
  if (!(share > 0)) return -1;
  if (fullest <= faintest) return LEVELS - 1;
  const depth = Math.log(share / faintest) / Math.log(fullest / faintest);
  return clamp(Math.floor(depth * LEVELS), 0, LEVELS - 1);
}

/** 0.5 → “50%”, 0.000012 → “0.0012%”. */
export const heatShare = (share: number | null): string =>
  share === null || share === 0 ? '0' : `${Number((share * 100).toPrecision(2))}%`;

/** 1-2-5 marks inside the range, in seconds with their place in columns. */
export function heatTicks(first: number, last: number): { at: number; label: string }[] {
  const ticks: { at: number; label: string }[] = [];
  for (let power = -6; power <= 4; power += 1) {
    for (const factor of [1, 2, 5]) {
      const at = (Math.log10(factor) + power + 6) * PER_DECADE;
      if (at >= first && at <= last + 1) ticks.push({ at, label: latency(factor * 10 ** power) });
    }
  }
  return ticks.map(({ at, label }) => ({ at, label: label.replace(/\.0+(?=\D)/, '') }));
}

/** The column in which a round reaches a share of its requests. */
export function columnOf(shares: number[], share: number): number {
  let sum = 0;
  const column = shares.findIndex((part) => (sum += part) >= share - 1e-9);
  return column < 0 ? shares.length - 1 : column;
}

/** One sentence for those who cannot see the cells: where p99 lay in the best and in the worst round. */
export function heatSummary(maps: LatencyHeat[]): string {
  const parts = maps.map(({ name, heat: { first, rounds } }) => {
    const ends = rounds.map(({ shares }) => first + columnOf(shares, 0.99));
    if (ends.length === 0) return `${name} without rounds`;
    const rangeText = `p99 from ${columnEnd(Math.min(...ends))} to ${columnEnd(Math.max(...ends))}`;
    return `${name}, ${rounds.length} rounds, ${rangeText}`;
  });
  return `Latency of every round: ${parts.join('; ')}`;
}
