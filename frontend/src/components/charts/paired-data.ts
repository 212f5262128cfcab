import { numbers, zeroDomain } from './scales';
import type { DeltaVerdict } from './delta-data';

export interface PairedSide {
  mean: number | null;
  trials: number[];
  /** Coefficient of variation: 0.059 is ±5.9%. */
  spread: number | null;
}

export interface PairedRow {
  id: string;
  name: string;
  a: PairedSide;
  b: PairedSide;
  change: number | null;
  low: number | null;
  high: number | null;
  verdict: DeltaVerdict | 'steadier';
  /** In place of the change and interval in percent, for what has none. */
  changeText?: string;
  intervalText?: string;
  details?: string[];
}

/** From zero, so that the length of a bar is its value. */
export function pairedScale(rows: PairedRow[], wanted: number) {
  return zeroDomain(numbers(rows.flatMap(({ a, b }) => [a.mean, b.mean, ...a.trials, ...b.trials])), wanted);
}
