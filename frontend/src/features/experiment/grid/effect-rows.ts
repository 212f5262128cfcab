import type { MainEffects, Metric } from '@/api/types';
import { type DeltaRow, togetherOf } from '@/components/charts/comparison/delta-data';
import { number, type DataTable, words } from '@/components/charts/data-table/data-table';
import { count, percent, percentSize, plural, pValue } from '@/components/words/format';

import { steadiness } from '../deltas/steadiness';
import { changeOf, changeText, intervalText } from '../deltas/delta-rows';

export type Effect = MainEffects['effects'][number];
export type Interaction = MainEffects['interactions'][number];

/** A bar for each level that is not the baseline's. */
export function effectRows({ effects, metric }: MainEffects): DeltaRow[] {
  return effects.map((effect) => ({
    id: `${effect.factor}\n${effect.level}`,
    name: `${effect.factor} ${effect.level}`,
    labels: [`against ${effect.against}`],
    change: changeOf(effect.delta, metric),
    low: effect.delta.low,
    high: effect.delta.high,
    together: togetherOf(effect.delta),
    verdict: effect.delta.verdict,
    rounds: effect.delta.dots?.map((dot) => dot.change),
    details: details(effect, metric),
  }));
}

function details({ delta, spread, pairs, left_out: leftOutTexts }: Effect, metric: Metric): string[] {
  const lines = [`over ${plural(pairs, 'pair')} of runs that are equal otherwise`];
  if (delta.p_adjusted != null) lines.push(`adjusted p ${pValue(delta.p_adjusted)}`);
  if (!metric.zero_ok && spread) lines.push(steadiness(spread));
  return [...lines, delta.reason, ...leftOutTexts.slice(0, 3).map((text) => `${text}.`)];
}

/** The effects in figures; files keep all digits. */
export function effectsTable({ effects, metric }: MainEffects): DataTable {
  const change = (figure: number | null) => changeText(figure, metric);
  const figures = (...names: string[]) => names.map((name) => ({ name, figure: true }));
  return {
    columns: [
      { name: 'factor' },
      { name: 'level' },
      { name: 'against' },
      ...figures('change', '95% low', '95% high'),
      { name: 'verdict' },
      ...figures('pairs', 'spread before', 'spread with it'),
      { name: 'steadier' },
      { name: 'left out' },
    ],
    rows: effects.map((effect) => [
      words(effect.factor),
      words(effect.level),
      words(effect.against),
      number(changeOf(effect.delta, metric), change),
      number(effect.delta.low, metric.zero_ok ? change : percent),
      number(effect.delta.high, metric.zero_ok ? change : percent),
      words(effect.delta.verdict),
      number(effect.pairs, count),
      number(effect.spread?.cv_a, (figure) => percentSize(figure)),
      number(effect.spread?.cv_b, (figure) => percentSize(figure)),
      words(effect.spread?.verdict.replace('_', ' ') ?? ''),
      words(effect.left_out.join('; ')),
    ]),
  };
}

/** Everything that has no partner, each said once. */
export const leftOut = ({ effects }: MainEffects) => [
  ...new Set(effects.flatMap((effect) => effect.left_out)),
];

/** “+5.5% at workers 16”. */
export const atLevel = (delta: Effect['delta'], factor: string, level: string, metric: Metric) =>
  `${changeText(changeOf(delta, metric), metric)} at ${factor} ${level}`;

/** What an effect is worth at the one level against the other: “× 1.21 [1.06 … 1.38]”. */
export function ratioText({ delta }: Interaction, metric: Metric): string {
  if (metric.zero_ok) {
    const range = delta.low == null ? '' : ` [${intervalText(delta, metric)}]`;
    return `${changeText(changeOf(delta, metric), metric)}${range}`;
  }
  if (delta.change == null) return '–';
  const times = (change: number) => (1 + change).toFixed(2);
  const range =
    delta.low == null || delta.high == null ? '' : ` [${times(delta.low)} … ${times(delta.high)}]`;
  return `× ${times(delta.change)}${range}`;
}

export const DEPENDS: Record<Interaction['depends'], { word: string; hint: string }> = {
  yes: {
    word: 'it depends',
    hint: 'The two effects differ beyond chance, and by no less than what matters.',
  },
  no: { word: 'it does not', hint: 'The two effects are equal within what matters.' },
  unclear: { word: 'not settled', hint: 'These trials cannot tell whether the two effects differ.' },
};
