import { intervalText } from './delta-rows';
import type { Axes } from './pivot';
import type { PublishedPair } from './published-rows';
import { heatScale } from '@/components/charts/heat';
import type { PivotCell } from '@/components/charts/pivot-table';
import { ABSENT, exact, percent, plural, share } from '@/components/format';

type Levels = Record<string, string>;

/** Every combination of levels of the dimensions that are on no axis. */
export function slicesOf({ others }: Axes): Levels[] {
  return others
    .filter(({ isWorkload }) => !isWorkload)
    .reduce<Levels[]>(
      (all, { name, levels }) => all.flatMap((one) => levels.map((level) => ({ ...one, [name]: level }))),
      [{}],
    );
}

export const sliceTitle = (slice: Levels) =>
  Object.entries(slice)
    .map(([factor, level]) => `${factor} ${level}`)
    .join(' · ');

/** The row of the write-up at a place of the grid. */
export const pairAt = (pairs: PublishedPair[], levels: Levels) =>
  pairs.find(
    ({ factors }) => factors && Object.entries(levels).every(([name, level]) => factors[name] === level),
  );

/** The write-up's own cell: its mean from its trials, its change with the interval that these give. */
export function theirCell(pair: PublishedPair | undefined, heat: number | null): PivotCell {
  if (!pair) return { value: ABSENT, note: 'not in the write-up', missing: true };
  const value = exact(pair.mean ?? pair.rate);
  if (pair.isBaseline) return { value, heat, verdict: 'baseline' };
  const { own } = pair;
  const range = intervalText(own ?? undefined);
  return {
    value,
    heat,
    note: [percent(pair.change), range === ABSENT ? '' : `[${range}]`].filter(Boolean).join(' '),
    verdict: own?.verdict,
  };
}

/** The same cell of ours. */
export function ourCell(pair: PublishedPair | undefined, heat: number | null): PivotCell {
  if (!pair) return { value: ABSENT, note: 'not in the write-up', missing: true };
  const mean = pair.run?.means.requests_per_s;
  if (mean === undefined) {
    return { value: ABSENT, note: pair.run ? 'no valid trial' : 'not in this form', missing: true };
  }
  if (pair.isBaseline) return { value: exact(mean), heat, verdict: 'baseline' };
  const range = intervalText(pair.delta);
  return {
    value: exact(mean),
    heat,
    note: [percent(pair.delta?.change), range === ABSENT ? '' : `[${range}]`].filter(Boolean).join(' '),
    verdict: pair.delta?.verdict,
  };
}

/** Shades over all tables of one side, so that they can be compared with each other. */
export function sideScales(pairs: PublishedPair[]) {
  return {
    theirs: heatScale(pairs.map(({ mean, rate }) => mean ?? rate)),
    ours: heatScale(pairs.map(({ run }) => run?.means.requests_per_s)),
  };
}

/** What a hint says of the write-up's cell. */
export function theirLines({ variant, rate, mean, trials, cv, own, note }: PublishedPair): string[] {
  const lines = [variant];
  if (rate !== null) lines.push(`printed: ${exact(rate)} req/s`);
  if (mean !== null) {
    lines.push(`mean of its ${plural(trials.length, 'trial')}: ${exact(mean)}, spread ${share(cv, 1)}`);
    lines.push(`trials: ${trials.map(exact).join(', ')}`);
  }
  if (own) lines.push(`${own.reason} From its own trials, by Welch’s t: nobody says that they took turns.`);
  if (note) lines.push(note);
  return lines;
}
