import type { RunSummary } from '@/api/types';
import { shortKnob, valueText } from '@/components/words/knobs';

const textOf = ({ name, workload, knobs, described: texts, factors }: RunSummary) =>
  [
    name,
    workload.name,
    ...Object.entries(knobs).map(([knob, value]) => `${shortKnob(knob)} ${valueText(value)}`),
    ...Object.entries(texts ?? {}).flat(),
    ...Object.entries(factors ?? {}).map(([factor, level]) => `${factor} ${level}`),
  ]
    .join(' ')
    .toLowerCase();

/** Runs whose name, levels and settings have every word. */
export function runsWith(runs: RunSummary[], words: string): RunSummary[] {
  const terms = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (terms.length === 0) return runs;
  return runs.filter((run) => {
    const text = textOf(run);
    return terms.every((word) => text.includes(word));
  });
}
