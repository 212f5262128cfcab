import { SimpleGrid, Stack, Paper, Text } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useEffect, useMemo } from 'react';

import { keepComparison } from '@/api/last-comparison';
import type { Comparison } from '@/api/types';
import { ChartSkeleton } from '@/components/ui/feedback/loading';
import { Headline } from '@/components/ui/layout/headline';
import { Pill, type Tone } from '@/components/ui/labels/pill';
import { Dimmed, Subhead } from '@/components/ui/labels/texts';

import { ConfComparison } from '../details/conf-comparison';
import { Differences } from '../details/differences';
import { OverallTable } from '../pairs/overall-table';
import { PairsSection } from '../pairs/pairs-section';
import { LatencyRounds } from '../details/latency-rounds';
import { PercentileOverlay } from '../details/percentile-overlay';
import { RoundCharts } from '../pairs/round-charts';
import { SideCard } from '../pairs/side-card';
import { SidesSection } from '../pairs/sides-section';
import { TimeOverlay } from '../details/time-overlay';

import { CompareHeader } from './compare-header';
import classes from './compare-view.module.css';

// Few comparisons have profiles on both sides: what draws them comes when there are.
const CauseSection = lazy(() => import('../details/cause-section'));

/** The answer as bars, then how it came about, then what differs. */
function CompareView({ comparison }: { comparison: Comparison }) {
  const { a_title, b_title, a_argv, b_argv, pairs, caveats, candidates, side = 'b' } = comparison;
  const a = useMemo(() => pairs.map((pair) => pair.a), [pairs]);
  const b = useMemo(() => pairs.map((pair) => pair.b), [pairs]);
  return (
    <>
      <Caveats caveats={caveats} />
      {candidates.length > 1 && (
        <div data-untrusted={candidates.some(({ is_untrusted }) => is_untrusted)}>
          <SidesSection comparison={comparison} />
        </div>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <SideCard side="a" title={a_title} argv={a_argv} runs={a} otherRuns={b} />
        <SideCard side={side} title={b_title} argv={b_argv} runs={b} otherRuns={a} />
      </SimpleGrid>
      <div className={classes.answer} data-untrusted={comparison.is_untrusted}>
        <div className={classes.pairs}>
          <PairsSection comparison={comparison} />
        </div>
        <OverallTable comparison={comparison} />
        <Differences key={side} comparison={comparison} />
      </div>
      {pairs.some((pair) => pair.a.profiled && pair.b.profiled) && (
        <Suspense fallback={<ChartSkeleton />}>
          <CauseSection comparison={comparison} />
        </Suspense>
      )}
      <RoundCharts comparison={comparison} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <PercentileOverlay comparison={comparison} />
        <ConfComparison comparison={comparison} />
      </SimpleGrid>
      <LatencyRounds comparison={comparison} />
      <TimeOverlay comparison={comparison} />
    </>
  );
}

/** The page of a comparison: its head, then everything else. */
export function ComparedPage({ comparison, below }: { comparison: Comparison; below?: ReactNode }) {
  useEffect(() => {
    const { pairs, candidates } = comparison;
    const candidateIds = candidates.map(({ side, runs }) => [side, runs.map(({ id }) => id)]);
    keepComparison({ a: [...new Set(pairs.map(({ a }) => a.id))], ...Object.fromEntries(candidateIds) });
  }, [comparison]);
  return (
    <Stack gap="md" data-wide>
      <CompareHeader comparison={comparison} />
      <Headline lead={[comparison.headline]} settled={comparison.settled} />
      {below}
      <CompareView comparison={comparison} />
    </Stack>
  );
}

type Caveat = Comparison['caveats'][number];

const LEVELS: Record<Caveat['level'], { word: string; tone: Tone }> = {
  serious: { word: 'not comparable', tone: 'danger' },
  caution: { word: 'caution', tone: 'worse' },
  note: { word: 'note', tone: 'neutral' },
};

/** Why the two sides may not be comparable, and what to do about it; nothing where like is compared with like. */
function Caveats({ caveats }: { caveats: Caveat[] }) {
  if (caveats.length === 0) return null;
  const serious = caveats.some(({ level }) => level === 'serious');
  return (
    <Paper
      component="aside"
      aria-label="Before you compare"
      py="sm"
      style={{ borderLeft: `3px solid ${serious ? 'var(--dyno-danger)' : 'var(--dyno-hot)'}` }}
    >
      <Subhead mb={8}>Before you compare</Subhead>
      <Stack gap={8} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {caveats.map((caveat, n) => (
          <Row key={n} caveat={caveat} />
        ))}
      </Stack>
    </Paper>
  );
}

function Row({ caveat: { level, text, advice } }: { caveat: Caveat }) {
  const { word, tone } = LEVELS[level];
  return (
    <Text component="li" fz="sm" style={{ overflowWrap: 'anywhere' }}>
      <Pill tone={tone}>{word}</Pill> {text}. <Dimmed>{advice}</Dimmed>
    </Text>
  );
}
