import { clamp } from '@/components/charts/kit/scales';

export interface CeilingProbe {
  id: string;
  load: number;
  /** null: not measured yet, or it gave no answer. */
  clean: boolean | null;
  repeat?: boolean;
  /** It runs now. */
  open?: boolean;
}

export interface CeilingRow {
  id: string;
  name: string;
  /** The answer, in words. */
  sentence: string;
  /** Largest number without a failure; null when there is none yet. */
  clean: number | null;
  failing: number | null;
  /** The search is over. */
  isSettled: boolean;
  probes: CeilingProbe[];
  details?: string[];
}

export interface LoadScale {
  /** Logarithmic, in connections or requests per second. */
  domain: [number, number];
  ticks: number[];
}

const ROOM = 1.15;

/** Doublings from the first probe to the largest; every second one where they would crowd. */
export function ceilingScale(first: number, to: number, tickCount: number): LoadScale {
  const all: number[] = [];
  for (let load = first; load < to; load *= 2) all.push(load);
  all.push(to);
  const step = Math.max(1, Math.ceil(all.length / Math.max(2, tickCount)));
  const ticks = all.filter((_, n) => (all.length - 1 - n) % step === 0);
  return { domain: [first / ROOM, to * ROOM], ticks: withRoom(ticks) };
}

/** Without a doubling that stands right before the largest probe. */
const withRoom = (ticks: number[]) =>
  ticks.filter((tick, n) => n === ticks.length - 1 || (ticks[n + 1] ?? Infinity) / tick >= 1.5);

/** Where a load lies, from 0 to 1. */
export function positionOf(load: number, { domain: [low, high] }: LoadScale): number {
  return clamp(Math.log(load / low) / Math.log(high / low), 0, 1);
}

/** The band between the last clean and the first failing number, from 0 to 1; open where a side is missing. */
export function bandOf(row: Pick<CeilingRow, 'clean' | 'failing'>, scale: LoadScale) {
  if (row.clean === null && row.failing === null) return null;
  const from = row.clean === null ? 0 : positionOf(row.clean, scale);
  const to = row.failing === null ? 1 : positionOf(row.failing, scale);
  return { from, to };
}

export function ceilingSummary(rows: CeilingRow[]): string {
  return `Probes by load. ${rows.map(({ name, sentence }) => `${name}: ${sentence}`).join('. ')}`;
}
