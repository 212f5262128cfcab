/** A trend as rows to draw: pure. */

export interface TrendPoint {
  experiment: { id: string; name: string };
  name: string;
  at: string;
  mean: number | null;
  /** Half of the 95% interval. */
  half: number | null;
  baseline_mean: number | null;
  change: number | null;
  low: number | null;
  high: number | null;
  verdict: string | null;
  is_untrusted: boolean;
  /** What changed since the experiment before. */
  marks: { kind: string; text: string }[];
}

const COLOURS: Record<string, string> = {
  better: 'var(--dyno-better)',
  worse: 'var(--dyno-worse)',
  fails_more: 'var(--dyno-worse)',
};
export const QUIET = 'var(--dyno-dot)';
export const MARK = 'var(--dyno-accent)';

export const colourOf = ({ verdict, is_untrusted }: TrendPoint) =>
  (is_untrusted ? undefined : COLOURS[verdict ?? '']) ?? QUIET;

/** The colours of the dots that are drawn, with what each stands for here. */
export function dotItems(points: TrendPoint[]) {
  const names = new Map<string, Set<string>>();
  for (const point of points.filter(({ mean }) => mean !== null)) {
    const colour = colourOf(point);
    names.set(colour, (names.get(colour) ?? new Set()).add(meaningOf(point)));
  }
  return [...names].map(([colour, meanings]) => ({ name: [...meanings].join(', '), colour, isDot: true }));
}

const meaningOf = ({ verdict, is_untrusted }: TrendPoint) =>
  is_untrusted ? 'not trustworthy' : (verdict?.replace('_', ' ') ?? 'no verdict');

export const markItem = (isLineBroken: boolean) => ({
  name: isLineBroken ? 'conditions changed; no line across a change of the workload' : 'conditions changed',
  colour: MARK,
  dash: '2 4',
});

export interface Row extends TrendPoint {
  n: number;
  within: [number, number] | null;
  /** Points of one workload in a row share a line: those of another are not comparable. */
  line: number;
  /** No neighbour shares its line. */
  isAlone: boolean;
}

export function rowsOf(points: TrendPoint[]): Row[] {
  let line = 0;
  const lines = points.map(({ marks }) => (line += marks.some(({ kind }) => kind === 'workload') ? 1 : 0));
  return points.map((point, n) => {
    const isAlone = lines[n] !== lines[n - 1] && lines[n] !== lines[n + 1];
    return { ...point, n, within: reachOf(point), line: lines[n] ?? 0, isAlone };
  });
}

/** How far an interval reaches down and up: nothing measured here can be below zero. */
const reachOf = ({ mean, half }: TrendPoint): [number, number] | null =>
  mean === null || half === null ? null : [Math.min(half, mean), half];
