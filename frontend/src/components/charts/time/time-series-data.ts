import { closeDomain, numbers, zeroDomain } from '@/components/charts/kit/scales';

export interface TimeLine {
  name: string;
  /** One value for each time; null where nothing was read. */
  values: (number | null)[];
  /** In place of the palette's next one, where a line keeps its colour in every chart. */
  colour?: string;
  dash?: string;
}

export function timeDomain(lines: TimeLine[], fromZero: boolean) {
  const values = numbers(lines.flatMap(({ values: all }) => all));
  return fromZero || values.length === 0 ? zeroDomain(values) : closeDomain(values);
}

/** Smallest, mean and largest of a line, for the legend and for readers without a pointer. */
export function lineSummary({ values }: TimeLine) {
  const finiteValues = numbers(values);
  if (finiteValues.length === 0) return null;
  return {
    low: Math.min(...finiteValues),
    mean: finiteValues.reduce((sum, value) => sum + value, 0) / finiteValues.length,
    high: Math.max(...finiteValues),
  };
}
