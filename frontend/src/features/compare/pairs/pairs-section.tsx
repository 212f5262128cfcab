import { useMemo, useState } from 'react';
import { Anchor, Box, Group, NativeSelect, SegmentedControl } from '@mantine/core';

import type { Comparison } from '@/api/types';
import { PairedBars } from '@/components/charts/comparison/paired-bars';
import type { PairedRow } from '@/components/charts/comparison/paired-data';
import { pairedTable } from '@/components/charts/data-table/chart-tables';
import { plural, pValue, spread } from '@/components/words/format';
import { ChartSection } from '@/components/chart-frame/chart-section';
import { verdictWord } from '@/components/ui/labels/verdict-badge';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { PlainButton } from '@/components/ui/navigation/buttons';
import { DocsLink } from '@/components/ui/navigation/docs-link';
import { Muted } from '@/components/ui/labels/texts';
import { METRICS } from '@/api/catalog';
import { metricsIn } from '@/components/words/metrics';

import { changeWords, intervalWords, metricName } from '../selection/words';
import { useCompare } from '../selection/compare-state';
import { chosenSide } from '../selection/sides';
import { DEFAULT_METRIC } from '../selection/selection';

import { PairsTable } from './pairs-table';

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

/** How the pairs were made, and the other way to make them. */
function MatchNote({ comparison }: { comparison: Comparison }) {
  const { search, set } = useCompare();
  const { matching, pairs } = comparison;
  const byOrder = search.match === 'order';
  const canChange = !comparison.factor && !['alone', 'pins'].includes(matching.how);
  if (matching.how === 'alone' && !chosenSide(comparison)?.pairs[0]?.a.repeats?.length) return null;
  return (
    <Muted>
      {plural(pairs.length, 'pair')}, made by {matching.text}.
      {matching.pooled ? ' Repeats of one variant are grouped, each as the mean of its trials.' : ''}{' '}
      {canChange && (byOrder || matching.how !== 'order') && (
        <Anchor
          component="button"
          type="button"
          inherit
          underline="always"
          onClick={() => set({ match: byOrder ? undefined : 'order', pair: undefined })}
        >
          {byOrder ? 'Pair by equal settings' : 'Pair in the order chosen'}
        </Anchor>
      )}{' '}
      <DocsLink topic="pairs">How pairs are made</DocsLink>
    </Muted>
  );
}

/** The common metrics side by side, every other one in a list. */
function MetricPicker({ metric }: { metric: Comparison['metric'] }) {
  const { set } = useCompare();
  const pick = (name: string) => set({ metric: name === DEFAULT_METRIC ? undefined : name });
  const otherMetrics = METRICS.filter(({ shown }) => !shown.includes('compare'));
  const isOther = !metric.shown.includes('compare');
  return (
    <Group gap="xs" wrap="wrap">
      <Box maw="100%" style={{ overflowX: 'auto' }}>
        <SegmentedControl
          aria-label="Metric"
          data={metricsIn('compare').map(({ name, label }) => ({ value: name, label }))}
          value={isOther ? '' : metric.name}
          onChange={pick}
        />
      </Box>
      <NativeSelect
        aria-label="Other metrics"
        size="sm"
        w={150}
        value={isOther ? metric.name : ''}
        data={[
          { value: '', label: 'other…', disabled: isOther },
          ...otherMetrics.map((otherMetric) => ({ value: otherMetric.name, label: metricName(otherMetric) })),
        ]}
        onChange={({ currentTarget: { value } }) => value && pick(value)}
      />
    </Group>
  );
}
