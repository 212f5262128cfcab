import { isNumber, numbers, zeroDomain } from '@/components/charts/kit/scales';

export interface GroupedValue {
  value: number | null;
  low?: number | null;
  high?: number | null;
  /** The trials behind the mean. */
  dots?: number[];
  /** For the tooltip: “better, +26.7%”. */
  note?: string;
}

export interface GroupedSeries {
  name: string;
  /** One value for each group, in the order of the groups. */
  values: (GroupedValue | null)[];
}

/** Rows for Recharts: one per group; s0, s1 … the values, e0, e1 … how far their whiskers reach down and up, d0, d1 … the dots. */
export function groupedRows(groups: string[], series: GroupedSeries[]) {
  return groups.map((group, at) => {
    const row: Record<string, string | number | null | number[]> = { group };
    series.forEach(({ values }, n) => {
      const cell = values[at];
      row[`s${n}`] = isNumber(cell?.value) ? cell.value : null;
      if (cell?.dots?.length) row[`d${n}`] = numbers(cell.dots);
      if (isNumber(cell?.value) && isNumber(cell.low) && isNumber(cell.high)) {
        row[`e${n}`] = [cell.value - cell.low, cell.high - cell.value];
      }
    });
    return row;
  });
}

export function groupedDomain(series: GroupedSeries[]) {
  const reach = (cell: GroupedValue | null) => [cell?.value, cell?.high, ...(cell?.dots ?? [])];
  return zeroDomain(numbers(series.flatMap(({ values }) => values.flatMap(reach))));
}

/** Pixels of a dot's height above the foot of its bar, which stands on zero. */
export const dotY = (dot: number, bar: { y: number; height: number; value: number }) =>
  bar.value > 0 ? bar.y + bar.height - (dot / bar.value) * bar.height : bar.y + bar.height;
