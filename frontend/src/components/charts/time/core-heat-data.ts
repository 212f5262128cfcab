import { clamp, isNumber } from '@/components/charts/kit/scales';

export interface CoreRow {
  /** “proxy cpu0”. */
  name: string;
  /** Busy share of each second, 0..1; null where nothing was read. */
  values: (number | null)[];
}

export const HOT = 0.9;
export const LEVELS = 8;

/** 0…LEVELS−1 by load, LEVELS for a hot cell, −1 for a missing one. */
export function level(value: number | null | undefined): number {
  if (!isNumber(value)) return -1;
  if (value >= HOT) return LEVELS;
  return clamp(Math.floor((value / HOT) * LEVELS), 0, LEVELS - 1);
}

export interface HeatLayout {
  /** Where the cells begin and end, px: one more than there are cells. */
  edges: number[];
  rowHeight: number;
  gap: number;
}

/** One path for each level: thousands of cells cost a handful of elements. */
export function heatPaths(rows: CoreRow[], { edges, rowHeight, gap }: HeatLayout): Map<number, string> {
  const paths = new Map<number, string[]>();
  const h = Math.max(rowHeight - gap, 0.5);
  rows.forEach(({ values }, y) =>
    values.forEach((value, n) => {
      const at = level(value);
      const [x = 0, end = 0] = [edges[n], edges[n + 1]];
      if (at < 0 || end <= x) return;
      const w = Math.max(end - x - gap, 0.5);
      const piece = `M${x.toFixed(1)} ${y * rowHeight}h${w.toFixed(1)}v${h}h${(-w).toFixed(1)}z`;
      const pieces = paths.get(at);
      if (pieces) pieces.push(piece);
      else paths.set(at, [piece]);
    }),
  );
  return new Map([...paths].map(([at, pieces]) => [at, pieces.join('')]));
}

/** Where each cell begins and ends inside a span; those outside have no width. Cell n lasts from times[n] to times[n + 1]. */
export const heatEdges = (times: number[], [low, high]: [number, number], width: number): number[] =>
  times.map((time) => clamp((time - low) / (high - low || 1), 0, 1) * width);

/** Share of the window in which a core was hot, for the summary. */
export function hotShare({ values }: CoreRow): number {
  const finiteValues = values.filter(isNumber);
  return finiteValues.length ? finiteValues.filter((value) => value >= HOT).length / finiteValues.length : 0;
}
