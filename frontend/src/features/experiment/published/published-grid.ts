import type { Delta, DeltaOfRun, RunSummary } from '@/api/types';
import { heatScale } from '@/components/charts/kit/heat';
import type { PivotCell } from '@/components/charts/comparison/pivot-table';
import { ABSENT, exact, percent, percentSize, plural } from '@/components/words/format';

import type { Scope } from '../view/scope';
import type { Axes } from '../grid/pivot';
import { intervalText } from '../deltas/delta-rows';

import type { PublishedPair } from './published-rows';

type Slice = Record<string, string>;

/** Every combination of levels of the dimensions that are on no axis. */
export function slicesOf({ otherDimensions }: Axes): Slice[] {
  return otherDimensions
    .filter(({ isWorkload }) => !isWorkload)
    .reduce<Slice[]>(
      (all, { name, levels }) =>
        all.flatMap((levelsBefore) => levels.map((level) => ({ ...levelsBefore, [name]: level }))),
      [{}],
    );
}

export const sliceTitle = (slice: Slice) =>
  Object.entries(slice)
    .map(([factor, level]) => `${factor} ${level}`)
    .join(' · ');

/** The row of the write-up at a place of the grid. */
export const pairAt = (pairs: PublishedPair[], levels: Slice) =>
  pairs.find(
    ({ factors }) => factors && Object.entries(levels).every(([name, level]) => factors[name] === level),
  );

/** “+9.1% [+2.0 … +16.2%]”, the interval where there is one. */
function changeNote(change: number | null | undefined, delta: Delta | null | undefined): string {
  const range = intervalText(delta ?? undefined);
  return range === ABSENT ? percent(change) : `${percent(change, delta?.low, delta?.high)} [${range}]`;
}

/** The write-up's own cell: its mean from its trials, its change with the interval that these give. */
export function theirCell(pair: PublishedPair | undefined, heat: number | null): PivotCell {
  if (!pair) return { value: ABSENT, note: 'not in the write-up', missing: true };
  const value = exact(pair.mean ?? pair.rate);
  if (pair.isBaseline) return { value, heat, verdict: 'baseline' };
  const { ownDelta } = pair;
  return {
    value,
    heat,
    note: changeNote(pair.change, ownDelta),
    verdict: ownDelta?.verdict,
  };
}

/** Our run at a place of the grid; a control is not one of its cells. */
export const runAt = ({ runs }: Scope, levels: Slice): RunSummary | undefined =>
  runs.find(
    (run) =>
      !run.is_control &&
      !run.deleted &&
      Object.entries(levels).every(([name, level]) => run.factors?.[name] === level),
  );

/** The same cell of ours, also where the write-up has none. */
export function ourCell(
  run: RunSummary | undefined,
  delta: DeltaOfRun | undefined,
  heat: number | null,
): PivotCell {
  const mean = run?.means.requests_per_s;
  if (!run || mean === undefined) {
    return { value: ABSENT, note: run ? 'no valid trial' : 'not in this form', missing: true };
  }
  if (run.is_baseline) return { value: exact(mean), heat, verdict: 'baseline' };
  return {
    value: exact(mean),
    heat,
    note: changeNote(delta?.change, delta),
    verdict: delta?.verdict,
  };
}

/** Shades over all tables of one side, so that they can be compared with each other. */
export function sideScales(pairs: PublishedPair[], { runs }: Scope) {
  return {
    theirs: heatScale(pairs.map(({ mean, rate }) => mean ?? rate)),
    ours: heatScale(runs.map(({ means }) => means.requests_per_s)),
  };
}

/** What a hint says of the write-up's cell. */
export function theirLines({ variant, rate, mean, trials, cv, ownDelta, note }: PublishedPair): string[] {
  const lines = [variant];
  if (rate !== null) lines.push(`printed: ${exact(rate)} req/s`);
  if (mean !== null) {
    lines.push(`mean of its ${plural(trials.length, 'trial')}: ${exact(mean)}, spread ${percentSize(cv)}`);
    lines.push(`trials: ${trials.map(exact).join(', ')}`);
  }
  if (ownDelta)
    lines.push(`${ownDelta.reason} From its own trials, by Welch’s t: nothing says they were interleaved.`);
  if (note) lines.push(note);
  return lines;
}
