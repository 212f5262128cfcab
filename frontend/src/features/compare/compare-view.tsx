import { List, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';

import { CompareHeader } from './compare-header';
import { ConfDiff } from './conf-diff';
import { Differences } from './differences';
import { OverallTable } from './overall-table';
import { PairsSection } from './pairs-section';
import { PercentileOverlay } from './percentile-overlay';
import { RoundCharts } from './round-charts';
import { SideCard } from './side-card';
import type { Comparison } from '@/api/types';

/** The answer as bars, then how it came about, then what differs. */
export function CompareView({ comparison }: { comparison: Comparison }) {
  const { a_title, b_title, a_argv, b_argv, pairs, warnings, conf_a, conf_b } = comparison;
  const a = useMemo(() => pairs.map((pair) => pair.a), [pairs]);
  const b = useMemo(() => pairs.map((pair) => pair.b), [pairs]);
  return (
    <Stack gap="md">
      <CompareHeader comparison={comparison} />
      <Warnings warnings={warnings} />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <SideCard side="a" title={a_title} argv={a_argv} runs={a} other={b} />
        <SideCard side="b" title={b_title} argv={b_argv} runs={b} other={a} />
      </SimpleGrid>
      <PairsSection comparison={comparison} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <OverallTable comparison={comparison} />
        <Differences comparison={comparison} />
      </SimpleGrid>
      <RoundCharts comparison={comparison} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <PercentileOverlay comparison={comparison} />
        <ConfDiff
          a={conf_a}
          b={conf_b}
          names={[a_title, b_title]}
          pair={pairs[0]?.label ?? ''}
          many={pairs.length > 1}
        />
      </SimpleGrid>
    </Stack>
  );
}

function Warnings({ warnings }: { warnings: string[] }) {
  if (warnings.length === 0) return null;
  return (
    <Paper
      component="aside"
      aria-label="Before you compare"
      py="sm"
      style={{ borderLeft: '3px solid var(--dyno-hot)' }}
    >
      <Text fz="sm" fw={600} mb={4}>
        Before you compare
      </Text>
      <List fz="sm" c="dimmed" spacing={2}>
        {warnings.map((warning) => (
          <List.Item key={warning}>{warning}.</List.Item>
        ))}
      </List>
    </Paper>
  );
}
