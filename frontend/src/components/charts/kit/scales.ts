/** Small pure functions that every chart's data leans on. */

export const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value);
export const numbers = (values: (number | null | undefined)[]) => values.filter(isNumber);

/** The step of 1, 2, 2.5 or 5 times a power of ten that comes nearest to `wanted` steps over `range`. */
export function niceStep(range: number, tickCount: number): number {
  if (!(range > 0)) return 1;
  const rough = range / Math.max(1, tickCount);
  const power = 10 ** Math.floor(Math.log10(rough));
  const size = rough / power;
  const factor = size < 1.4 ? 1 : size < 2.2 ? 2 : size < 3.4 ? 2.5 : size < 7 ? 5 : 10;
  return factor * power;
}

const clean = (value: number) => Number(value.toPrecision(12));

/** Ticks from low to high, both ends on a step. */
export function ticksBetween(low: number, high: number, tickCount: number): number[] {
  const step = niceStep(high - low, tickCount);
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, n) => clean((first + n) * step));
}

/** [0, high] with high on a step above every value. */
export function zeroDomain(values: number[], tickCount = 4): { domain: [number, number]; ticks: number[] } {
  const top = Math.max(...values, 0) || 1;
  const step = niceStep(top, tickCount);
  const high = clean(Math.ceil(top / step - 1e-9) * step);
  return { domain: [0, high], ticks: ticksBetween(0, high, tickCount) };
}

/** A domain around the values, not from zero, for reading spread. */
export function closeDomain(values: number[], tickCount = 4): { domain: [number, number]; ticks: number[] } {
  if (values.length === 0) return zeroDomain([]);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const room = (high - low || Math.abs(high) * 0.1 || 1) * 0.15;
  const step = niceStep(high - low + 2 * room, tickCount);
  const bottom = low >= 0 ? Math.max(0, Math.floor((low - room) / step)) : Math.floor((low - room) / step);
  const domain: [number, number] = [clean(bottom * step), clean(Math.ceil((high + room) / step) * step)];
  return { domain, ticks: ticksBetween(...domain, tickCount) };
}

/** 1-2-5 ticks over whole decades, enough of them to read a logarithmic axis. */
export function logDomain(values: number[]): { domain: [number, number]; ticks: number[] } {
  const positive = values.filter((value) => value > 0);
  if (positive.length === 0) return { domain: [0.001, 1], ticks: [0.001, 0.01, 0.1, 1] };
  const [low, high] = [Math.min(...positive), Math.max(...positive)];
  const all: number[] = [];
  for (let power = Math.floor(Math.log10(low)) - 1; power <= Math.ceil(Math.log10(high)) + 1; power += 1) {
    for (const factor of [1, 2, 5]) all.push(clean(factor * 10 ** power));
  }
  const first = all.findLastIndex((value) => value <= low * 1.0001);
  const last = all.findIndex((value) => value >= high * 0.9999);
  const ticks = all.slice(first, last + 1);
  const shownTicks = ticks.length > 9 ? ticks.filter((value) => /^1/.test(value.toExponential())) : ticks;
  return { domain: [all[first] ?? low, all[last] ?? high], ticks: shownTicks };
}

export function median(values: number[]): number {
  const ascending = [...values].sort((a, b) => a - b);
  const middle = Math.floor(ascending.length / 2);
  const upper = ascending[middle] ?? 0;
  return ascending.length % 2 ? upper : (upper + (ascending[middle - 1] ?? upper)) / 2;
}

export const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);
