import { isNumber } from './scales';

/** How far a value lies between the smallest and the largest: 0…1; null where there is none. */
export function heatScale(values: (number | null | undefined)[]) {
  const finiteValues = values.filter(isNumber);
  const [low, high] = [Math.min(...finiteValues), Math.max(...finiteValues)];
  return {
    low: finiteValues.length ? low : null,
    high: finiteValues.length ? high : null,
    at: (value: number | null | undefined): number | null => {
      if (!isNumber(value)) return null;
      return high > low ? (value - low) / (high - low) : 0;
    },
  };
}

const PALEST = 7;
const DARKEST = 56;

/** One hue from pale to strong: order is read from lightness alone, by every eye; ink on it holds 4.5:1. */
export const heatColour = (at: number) =>
  `color-mix(in srgb, var(--dyno-accent) ${Math.round(PALEST + at * (DARKEST - PALEST))}%, var(--dyno-surface))`;
