import type { Comparison, Delta } from '@/api/types';
import { verdictWord } from '@/components/ui/labels/verdict-badge';
import { measure, spread } from '@/components/words/format';

import { sideName } from '../selection/sides';
import { changeWords, intervalWords, metricName, pWords, spreadChange, valueWords } from '../selection/words';

const escapeCell = (text: string) => text.replaceAll('|', '\\|').replace(/\s+/g, ' ');
const row = (cells: string[]) => `| ${cells.map(escapeCell).join(' | ')} |`;
const table = (head: string[], rows: string[][]) =>
  [row(head), row(head.map((_, n) => (n === 0 ? '---' : '---:'))), ...rows.map(row)].join('\n');

const wordOf = (delta: Delta) => verdictWord(delta).replace('_', ' ');

/** The comparison as Markdown, ready for a pull request or a wiki. */
export function markdownOf(comparison: Comparison, address: string): string {
  const { title, a_title, b_title, metric, pairs, overall, differs, equal, caveats, matching } = comparison;
  const letter = (comparison.side ?? 'b').toUpperCase();
  const side = (mean: number | null, cv: number | null) => `${measure(mean, metric.unit)} ${spread(cv)}`;
  const parts = [
    `## ${title}`,
    escapeCell(comparison.headline),
    `${b_title} (${letter}) against ${a_title} (A), ${metric.text.toLowerCase()}. ± is the spread of the trials.`,
    ...everySide(comparison),
    table(
      ['', a_title, b_title, 'change', '95% interval', 'verdict'],
      pairs.map(({ label, a, b, delta }) => [
        label,
        side(a.mean, a.cv),
        side(b.mean, b.cv),
        changeWords(delta, metric.unit),
        intervalWords(delta, metric.unit),
        wordOf(delta),
      ]),
    ),
    `Over all ${pairs.length} ${pairs.length === 1 ? 'pair' : `pairs, made by ${matching.text}`}:`,
    table(
      ['', 'change', '95% interval', 'verdict'],
      overall.flatMap(({ metric: rowMetric, delta, spread: steady }) => [
        [
          metricName(rowMetric),
          changeWords(delta, rowMetric.unit),
          intervalWords(delta, rowMetric.unit),
          wordOf(delta),
        ],
        ...(steady && rowMetric.name === metric.name
          ? [
              [
                `spread of ${metricName(rowMetric)}`,
                spreadChange(steady),
                pWords(steady.p),
                steady.verdict.replace('_', ' '),
              ],
            ]
          : []),
      ]),
    ),
    `Differences only (${equal} settings and facts are equal):`,
    table(
      ['', a_title, b_title],
      differs.map(({ name, a, b }) => [`\`${name}\``, valueWords(a), valueWords(b)]),
    ),
    ...(caveats.length ? [caveats.map(({ text }) => `- ${text}`).join('\n')] : []),
    address,
  ];
  return `${parts.join('\n\n')}\n`;
}

/** One row per side where there are several; the pairs below are those of one of them. */
function everySide(comparison: Comparison): string[] {
  const { candidates, metric, a_title } = comparison;
  if (candidates.length < 2) return [];
  const rows = candidates.map((candidate) => {
    const delta = candidate.overall.find((row) => row.metric.name === metric.name)?.delta;
    return [
      sideName(comparison, candidate.side, candidate.title),
      delta ? changeWords(delta, metric.unit) : '–',
      delta ? intervalWords(delta, metric.unit) : '–',
      delta ? wordOf(delta) : 'unclear',
    ];
  });
  return [
    `Every side against A (${a_title}); verdicts allow for ${candidates.length} of them:`,
    table(['', 'change', '95% interval', 'verdict'], rows),
  ];
}
