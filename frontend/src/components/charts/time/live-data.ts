interface Point {
  at: number;
  value: number | null;
  /** The trial that it was read in. */
  trial?: string;
}

interface LiveRow {
  ago: number;
  value: number | null;
}

const GAP_S = 3;
/** A reading at the edge of a trial that counted less than this share of the trial's largest was cut by it. */
const CUT = 0.7;
/** Half of what a trial with one whole reading is drawn as. */
const REACH_S = 0.8;

/**
 * The newest `seconds` of points as seconds before the last one: a piece of line for each trial, and a hole
 * where readings stopped. The load stops between trials, so the line does not fall to zero there.
 */
export function liveRows(points: Point[], seconds: number): LiveRow[] {
  const ascending = [...points].sort((a, b) => a.at - b.at);
  const newest = ascending.at(-1)?.at ?? 0;
  return pieces(ascending)
    .map(uncut)
    .map((piece) => piece.filter(({ at }) => newest - at <= seconds))
    .filter((piece) => piece.length > 0)
    .flatMap((piece, n, all) => {
      const rows = widenPiece(piece).map(({ at, value }) => ({ ago: at - newest, value }));
      const end = widenPiece(all[n - 1] ?? []).at(-1);
      return end ? [{ ago: end.at - newest + 0.05, value: null }, ...rows] : rows;
    });
}

function pieces(ascending: Point[]): Point[][] {
  const allPieces: Point[][] = [];
  for (const point of ascending) {
    const piece = allPieces.at(-1);
    const before = piece?.at(-1);
    if (piece && before && before.trial === point.trial && point.at - before.at <= GAP_S) piece.push(point);
    else allPieces.push([point]);
  }
  return allPieces;
}

function uncut(piece: Point[]): Point[] {
  if (piece[0]?.trial === undefined) return piece;
  const least = CUT * Math.max(0, ...piece.map(({ value }) => value ?? 0));
  const whole = ({ value }: Point) => value !== null && value >= least;
  return piece.slice(piece.findIndex(whole), piece.findLastIndex(whole) + 1);
}

function widenPiece(piece: Point[]): Point[] {
  const [first, second] = piece;
  if (!first || second || first.trial === undefined) return piece;
  return [
    { ...first, at: first.at - REACH_S },
    { ...first, at: first.at + REACH_S },
  ];
}
