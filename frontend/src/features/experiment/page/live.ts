interface RateReading {
  at: number;
  value: number | null;
}

/** Readings cut a short trial anywhere, so that one alone may show next to nothing. */
const WITHIN_S = 5;

/** The largest of the readings of the last seconds; null before the first one. */
export function recentPeak(points: RateReading[]): number | null {
  const newest = points.at(-1)?.at ?? 0;
  const values = points.flatMap(({ at, value }) =>
    value !== null && newest - at <= WITHIN_S ? [value] : [],
  );
  return values.length > 0 ? Math.max(...values) : null;
}
