interface Point {
  at: number;
  value: number | null;
}

const GAP_S = 3;

/** The newest `seconds` of points as seconds before the last one, with a hole where readings stopped. */
export function liveRows(points: Point[], seconds: number): { ago: number; value: number | null }[] {
  const sorted = [...points].sort((a, b) => a.at - b.at);
  const newest = sorted.at(-1)?.at ?? 0;
  const kept = sorted.filter((point) => newest - point.at <= seconds);
  return kept.flatMap((point, n) => {
    const row = { ago: point.at - newest, value: point.value };
    const before = kept[n - 1];
    return before && point.at - before.at > GAP_S
      ? [{ ago: before.at - newest + 0.5, value: null }, row]
      : [row];
  });
}
