import type { SpreadChange, Comparison, Delta } from '@/api/types';
import { difference, intervalPercent, percent, pValue, times } from '@/components/words/format';
import { valueText } from '@/components/words/knobs';

/** “p99 latency”, “failed requests”: the short label where nothing else says what it is. */
export const metricName = ({ short }: Comparison['metric']): string => short;

/** A change in percent, or a difference where percents mean nothing (failed requests). */
export function changeWords(delta: Delta, unit: string): string {
  return delta.change === null
    ? difference(delta.difference, unit)
    : percent(delta.change, delta.low, delta.high);
}

/** “[+7.9 … +47.9%]”; without percent for a difference. */
export function intervalWords(delta: Delta, unit: string): string {
  if (delta.low === null || delta.high === null) return '–';
  if (delta.change === null) return `${difference(delta.low, unit)} … ${difference(delta.high, unit)}`;
  return intervalPercent(delta.low, delta.high);
}

/** Times smaller or larger: “÷ 7.6” is steadier, “× 1.4” less steady. */
export function spreadChange({ ratio }: SpreadChange): string {
  if (ratio === null || !(ratio > 0)) return '–';
  const text = times(ratio < 1 ? 1 / ratio : ratio).replace('×', '');
  return `${ratio < 1 ? '÷' : '×'} ${text}`;
}

export const pWords = (p: number | null) =>
  p === null ? '–' : `p ${/^[<>]/.test(pValue(p)) ? '' : '= '}${pValue(p)}`;

/** A value of a setting as text; absent ones say so. */
export const valueWords = (value: unknown) => valueText(value, 'not set');
