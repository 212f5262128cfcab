import { useMemo, useState } from 'react';

import type { Comparison } from '@/api/types';
import { PairedBars } from '@/components/charts/comparison/paired-bars';
import type { PairedRow } from '@/components/charts/comparison/paired-data';
import { pairedTable } from '@/components/charts/data-table/chart-tables';
import { plural, pValue, spread } from '@/components/words/format';
import { ChartSection } from '@/components/chart-frame/chart-section';
import { verdictWord } from '@/components/ui/labels/verdict-badge';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { PlainButton } from '@/components/ui/navigation/buttons';

import { changeWords, intervalWords } from '../selection/words';
import { useCompare } from '../selection/compare-state';

import { PairsTable } from './pairs-table';
import { MetricPicker } from './metric-picker';
import { MatchNote } from './match-note';

const FIRST = 30;

/** A bar for each side of each pair, with what the difference is worth. */
export function PairsSection({ comparison }: { comparison: Comparison }) {
  const { pairs, metric, a_title, b_title } = comparison;
  const { search, set } = useCompare();
  const rows = useMemo(() => pairedRows(pairs, metric.unit), [pairs, metric.unit]);
  const names = useMemo<[string, string]>(() => [a_title, b_title], [a_title, b_title]);
  const select = (id: string) =>
    set({ pair: id === '0' || id === search.pair ? undefined : id, round: undefined });
  const [all, setAll] = useState(false);
  const shownRows = useMemo(() => (all ? rows : rows.slice(0, FIRST)), [all, rows]);
  const hasMeans = rows.some(({ a, b }) => a.mean !== null || b.mean !== null);
  return (
    <ChartSection
      id="pairs"
      name="pairs"
      title={titleOf(metric)}
      subtitle={`— grey ${a_title}, blue ${b_title}`}
      table={() => pairedTable(rows, metric.unit, names)}
      bare={!hasMeans}
      help={{
        topic: 'readComparison',
        label: 'How to read these bars',
        children:
          'Dots: trials. ±: their spread, A above B. Then the change from A to B with its 95% interval in percent.',
      }}
      aside={<MetricPicker metric={metric} />}
      filter={<MatchNote comparison={comparison} />}
      caption={
        hasMeans &&
        [
          `Bar: mean of valid trials. ${metric.direction === 'lower' ? 'Lower' : 'Higher'} is better.`,
          comparison.paired && rows.some(isOffMeans) && 'The change compares round by round, not the means.',
          pairs.length > 1 && 'Choose a pair to see its percentiles and texts below.',
        ]
          .filter(Boolean)
          .join(' ')
      }
    >
      {hasMeans ? (
        <>
          <PairedBars
            rows={shownRows}
            unit={metric.unit}
            names={names}
            onSelect={pairs.length > 1 ? select : undefined}
          />
          {rows.length > shownRows.length && (
            <PlainButton size="xs" mt="sm" onClick={() => setAll(true)}>
              Show all {plural(rows.length, 'pair')}
            </PlainButton>
          )}
          <PairsTable comparison={comparison} />
        </>
      ) : (
        <EmptyState
          plain
          title="Nothing to draw"
          text="No run on either side has this metric: the load tool does not report it, or there is no valid trial yet."
        />
      )}
    </ChartSection>
  );
}

const MIN_GAP = 0.02;

/** Whether a change is another one than that of the means beside it, by two percentage points or more. */
export const isOffMeans = ({ a, b, change }: Pick<PairedRow, 'a' | 'b' | 'change'>) =>
  Boolean(a.mean && b.mean && change !== null && Math.abs(b.mean / a.mean - 1 - change) >= MIN_GAP);

/** The metric's name in full, without its definition. */
const titleOf = ({ title }: Comparison['metric']) => title;

type Side = Comparison['pairs'][number]['a'];

const side = ({ mean, cv, dots }: Side) => ({
  mean,
  spread: cv,
  trials: dots.flatMap(({ value, state }) => (state === 'done' && value !== null ? [value] : [])),
});

export function pairedRows(pairs: Comparison['pairs'], unit: string): PairedRow[] {
  return pairs.map(({ label, a, b, delta }, n) => ({
    id: String(n),
    name: label,
    a: side(a),
    b: side(b),
    change: delta.change,
    low: delta.change === null ? null : delta.low,
    high: delta.change === null ? null : delta.high,
    verdict: verdictWord(delta),
    because: delta.because,
    ...(delta.change === null && {
      changeText: changeWords(delta, unit),
      intervalText: intervalWords(delta, unit),
    }),
    details: [
      delta.reason,
      `p ${pValue(delta.p_adjusted ?? delta.p)}${delta.min_effect ? `, what matters here ${spread(delta.min_effect)}` : ''}`,
    ],
  }));
}
