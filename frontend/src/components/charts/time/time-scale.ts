import { clamp, isNumber, niceStep } from '@/components/charts/kit/scales';

import type { TimeLine } from './time-series-data';

/** From and to, seconds since the trial's start. */
export type Span = [number, number];

export const wholeSpan = (times: number[]): Span => [times[0] ?? 0, times.at(-1) ?? 1];

/** A span from an address or a drag, in order and inside the trial; undefined when it shows all, or next to nothing. */
export function spanWithin(whole: Span, from: number | undefined, to: number | undefined): Span | undefined {
  if (!isNumber(from) && !isNumber(to)) return undefined;
  const ends = [from ?? whole[0], to ?? whole[1]].map((end) => clamp(end, whole[0], whole[1]));
  const [low = whole[0], high = whole[1]] = ends.sort((a, b) => a - b);
  const all = low <= whole[0] && high >= whole[1];
  return all || high - low < (whole[1] - whole[0]) / 1000 ? undefined : [low, high];
}

/** Place of the reading nearest to a time; −1 when there is none. */
export function nearestReading(times: number[], time: number): number {
  let best = times.length ? 0 : -1;
  times.forEach((reading, n) => {
    if (Math.abs(reading - time) < Math.abs((times[best] ?? Infinity) - time)) best = n;
  });
  return best;
}

/** Seconds on the axis: round steps inside the span. */
export function timeTicks([low, high]: Span, tickCount: number): number[] {
  const step = Math.max(niceStep(high - low, tickCount), 0.1);
  const first = Math.ceil(low / step - 1e-9);
  const count = Math.floor(high / step + 1e-9) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_, n) => Number(((first + n) * step).toPrecision(12)));
}

/** A line as a path, broken where nothing was read. */
export function timePath(
  times: number[],
  { values }: TimeLine,
  x: (time: number) => number,
  y: (value: number) => number,
): string {
  let pen = 'M';
  const parts: string[] = [];
  times.forEach((time, n) => {
    const value = values[n];
    if (!isNumber(value)) return void (pen = 'M');
    parts.push(`${pen}${x(time).toFixed(1)} ${y(value).toFixed(1)}`);
    pen = 'L';
  });
  return parts.join('');
}

/** The lines inside a span, for an axis that fits what is shown. */
export const linesWithin = (times: number[], lines: TimeLine[], [low, high]: Span): TimeLine[] =>
  lines.map(({ name, values }) => ({
    name,
    values: values.filter((_, n) => (times[n] ?? low) >= low && (times[n] ?? low) <= high),
  }));

export const second = (time: number) => `${Number(time.toFixed(1))} s`;
