import { isNumber, numbers, zeroDomain } from './scales';

export interface GroupedValue {
  value: number | null;
  low?: number | null;
  high?: number | null;
}

export interface GroupedSeries {
  name: string;
  /** One value for each group, in the order of the groups. */
  values: (GroupedValue | null)[];
}

/** Rows for Recharts: one a group; s0, s1 … the values, e0, e1 … how far their whiskers reach down and up. */
export function groupedRows(groups: string[], series: GroupedSeries[]) {
  return groups.map((group, at) => {
    const row: Record<string, string | number | null | [number, number]> = { group };
    series.forEach(({ values }, n) => {
      const cell = values[at];
      row[`s${n}`] = isNumber(cell?.value) ? cell.value : null;
      if (isNumber(cell?.value) && isNumber(cell.low) && isNumber(cell.high)) {
        row[`e${n}`] = [cell.value - cell.low, cell.high - cell.value];
      }
    });
    return row;
  });
}

export function groupedDomain(series: GroupedSeries[]) {
  return zeroDomain(
    numbers(series.flatMap(({ values }) => values.flatMap((cell) => [cell?.value, cell?.high]))),
  );
}
