import { Text } from '@mantine/core';
import { useCallback, useMemo } from 'react';

import type { Comparison, Delta } from '@/api/types';
import { DeltaChart } from '@/components/charts/comparison/delta-chart';
import { type DeltaRow, togetherOf } from '@/components/charts/comparison/delta-data';
import { deltaTable } from '@/components/charts/data-table/chart-tables';
import { exactMeasure, measure, percent, plural, pValue } from '@/components/words/format';
import { verdictWord } from '@/components/ui/labels/verdict-badge';
import { ChartSection } from '@/components/chart-frame/chart-section';

import { changeWords, metricName } from '../selection/words';
import { sideName } from '../selection/sides';
import { type Letter } from '../selection/selection';
import { useCompare } from '../selection/compare-state';

/** Every side against A as one bar each; a click puts that side beside A. */
export function SidesSection({ comparison }: { comparison: Comparison }) {
  const { set } = useCompare();
  const { metric, a_title, candidates, side } = comparison;
  const rows = useMemo(() => sideRows(comparison), [comparison]);
  const unit = metric.unit;
  const format = useCallback(
    (change: number | null) => changeWords({ change: null, difference: change } as Delta, unit),
    [unit],
  );
  const select = (letter: string) =>
    set({ side: letter === 'b' ? undefined : (letter as 'c'), pair: undefined, round: undefined });
  const absolute = metric.zero_ok ?? false;
  const formatChange = absolute ? format : undefined;
  const serious = candidates.filter((candidate) => candidate.serious > 0);
  const shownSide = sideName(
    comparison,
    side ?? 'b',
    candidates.find((candidate) => candidate.side === side)?.title ?? '',
  );
  return (
    <ChartSection
      id="sides"
      name="sides"
      title="Every side against A"
      subtitle={`— ${metricName(metric)}, A is ${a_title}`}
      table={() =>
        deltaTable(rows, formatChange ?? percent, absolute ? 'difference' : 'change', (mean) =>
          exactMeasure(mean, unit),
        )
      }
      help={{
        topic: 'readComparison',
        label: 'How to read these bars',
        children: `Bar: mean change over all pairs of that side with A. Whisker: its 95% interval. The verdict allows for ${plural(candidates.length, 'side')} being looked at (Holm).`,
      }}
      caption={`Below stands ${shownSide}; choose a bar to put another side there.`}
    >
      <DeltaChart
        rows={rows}
        baseline={a_title}
        minEffect={minEffectOf(comparison)}
        onSelect={select}
        formatChange={formatChange}
        absolute={absolute}
      />
      {serious.length > 0 && (
        <Text fz="sm" mt="xs">
          Not comparable:{' '}
          {serious.map((candidate) => sideName(comparison, candidate.side, candidate.title)).join(', ')}.
          Select it to read why.
        </Text>
      )}
    </ChartSection>
  );
}

const overallOf = ({ metric }: Comparison, overall: Comparison['overall']) =>
  overall.find((row) => row.metric.name === metric.name)?.delta;

const minEffectOf = (comparison: Comparison) => overallOf(comparison, comparison.overall)?.min_effect ?? null;

function sideRows(comparison: Comparison): DeltaRow[] {
  const { metric } = comparison;
  return comparison.candidates.map((candidate) => {
    const delta = overallOf(comparison, candidate.overall);
    return {
      id: candidate.side as Letter,
      name: sideName(comparison, candidate.side, candidate.title),
      change: (metric.zero_ok ? delta?.difference : delta?.change) ?? null,
      low: delta?.low ?? null,
      high: delta?.high ?? null,
      together: togetherOf(delta),
      verdict: delta?.verdict ?? 'unclear',
      failsMore: delta ? verdictWord(delta) === 'fails_more' : undefined,
      because: delta?.because,
      means: { candidate: delta?.candidate_mean ?? null, baseline: delta?.baseline_mean ?? null },
      rounds: delta?.dots?.map((dot) => dot.change),
      details: delta
        ? [
            `${plural(candidate.pairs.length, 'pair')} by ${candidate.matching.text}`,
            `${measure(delta.candidate_mean, metric.unit)} against ${measure(delta.baseline_mean, metric.unit)}`,
            ...(delta.p_adjusted == null ? [] : [`adjusted p ${pValue(delta.p_adjusted)}`]),
            delta.reason,
            ...(candidate.serious ? [`Not comparable: ${plural(candidate.serious, 'serious caveat')}.`] : []),
          ]
        : undefined,
    };
  });
}
