import { Group, Anchor, Box, List, Popover, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useMemo } from 'react';

import { latencyQuery } from '@/api/queries/runs';
import { hasPage } from '@/api/share';
import type { Run, RunLatency } from '@/api/types';
import {
  hasHistograms,
  latencyPoints,
  LATENCY_SCALES,
  percentilePoints,
  type PercentileSeries,
} from '@/components/charts/distribution/percentile-data';
import { percentileTable } from '@/components/charts/data-table/chart-tables';
import { ChartSection } from '@/components/chart-frame/chart-section';
import { latency } from '@/components/words/format';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { ChartSkeleton } from '@/components/ui/feedback/loading';
import { useOpenSection } from '@/components/ui/navigation/use-open-section';
import { UrlSegments } from '@/components/ui/navigation/url-segments';
import { DEFAULT_TOOL, toolNamed } from '@/components/words/tools';
import { toolsQuery } from '@/api/queries/tools';
import { Coded } from '@/components/ui/code/coded';
import { DocsLink } from '@/components/ui/navigation/docs-link';

const PercentileCurve = lazy(async () => ({
  default: (await import('@/components/charts/distribution/percentile-curve')).PercentileCurve,
}));

const route = getRouteApi('/runs/$id');
const SECTION = { id: 'latency', params: ['scale'] };

/** How long requests took, from the median to the far tail, against the baseline. */
export function LatencySection({ run }: { run: Run }) {
  const { scale = 'log' } = route.useSearch();
  const [isOpen] = useOpenSection(SECTION.id, SECTION.params);
  const isMeasured = isOpen && hasHistograms(run.latency_kind);
  const { data } = useQuery({ ...latencyQuery(run.id), enabled: isMeasured });
  const base = run.baseline?.run_id ?? '';
  const { data: baseData } = useQuery({
    ...latencyQuery(base),
    enabled: isMeasured && base !== '' && hasPage(`/runs/${base}`),
  });
  const all = isMeasured ? data : undefined;
  const series = useMemo(() => (all ? ofAll(run, all, baseData) : ofTrials(run)), [run, all, baseData]);
  const longest = Math.max(...series.map(({ points }) => points.length));
  return (
    <ChartSection
      fold={SECTION}
      name="percentiles"
      table={() => percentileTable(series)}
      bare={longest === 0}
      title="Latency by percentile"
      subtitle={
        all?.largest != null
          ? `the longest took ${latency(all.largest)}`
          : run.baseline && 'against the baseline'
      }
      aside={
        <Group gap="xs" justify="flex-end">
          <UrlSegments name="scale" label="Scale of latency" options={LATENCY_SCALES} fallback="log" />
          <AboutFigures run={run} />
        </Group>
      }
      help={{
        topic: 'percentiles',
        label: 'How to read the percentiles',
        children:
          'The tail is stretched: it is as far from p99 to p99.9 as from p90 to p99. p99 is the time within which 99 of 100 requests were answered.',
      }}
      caption={longest > 0 && `${all ? all.sentence : PRINTED(run)} Lower is better.`}
    >
      {longest > 0 ? (
        <Suspense fallback={<ChartSkeleton />}>
          <PercentileCurve series={series} scale={scale} height={270} />
        </Suspense>
      ) : (
        <EmptyState plain title="No percentiles" text="The load tool reported none for this run." />
      )}
    </ChartSection>
  );
}

const PRINTED = ({ workload }: Run) =>
  toolNamed(workload.tool)?.invents
    ? `Each point is the mean over the valid trials of what ${workload.tool} printed, with the requests that it invents for slow ones.`
    : 'Each point is the mean of that percentile over the valid trials.';

/** All requests of the run and of its baseline, and beside them what the tool printed. */
function ofAll(run: Run, ownLatency: RunLatency, base: RunLatency | undefined): PercentileSeries[] {
  const quiet = run.baseline && base?.curve.length ? [base] : [];
  return [
    ...quiet.map((curve) => ({
      name: `baseline: ${curve.name}`,
      points: latencyPoints(curve),
      emphasis: 'quiet' as const,
    })),
    { name: 'this run', points: latencyPoints(ownLatency), emphasis: 'main' },
    {
      name: `this run, as ${run.workload.tool ?? DEFAULT_TOOL} printed it`,
      points: percentilePoints(ownLatency.printed),
    },
  ];
}

function ofTrials({ baseline, percentiles }: Run): PercentileSeries[] {
  const ownLatency = { name: 'this run', points: percentilePoints(percentiles), emphasis: 'main' as const };
  if (!baseline) return [ownLatency];
  const points = percentilePoints(baseline.percentiles);
  return [{ name: `baseline: ${baseline.name}`, points, emphasis: 'quiet' }, ownLatency];
}

/** What to know of the load tool before its figures are read; its place is kept until they are here. */
function AboutFigures({ run }: { run: Run }) {
  const { data } = useQuery(toolsQuery);
  const tool = data?.find(({ name }) => name === run.workload.tool);
  if (!tool) return <Box w={124} />;
  const version = run.trials.find((trial) => trial.tool_version)?.tool_version ?? '';
  const toolText = version.startsWith(tool.label) ? version : `${tool.label} ${version}`.trim();
  return (
    <Popover width={420} position="bottom-end" withArrow shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Anchor component="button" type="button" inherit underline="always">
          About these figures
        </Anchor>
      </Popover.Target>
      <Popover.Dropdown aria-label="About these figures" maw="calc(100vw - 32px)">
        <Stack gap="xs">
          <Text fz="sm" fw={600} c="var(--dyno-ink)">
            Measured by {toolText}, over {tool.http}
          </Text>
          <Text fz="sm">Percentiles: {tool.percentiles}.</Text>
          <List fz="sm" spacing={4}>
            {tool.figures.map((note) => (
              <List.Item key={note}>
                <Coded text={note} />
              </List.Item>
            ))}
          </List>
          <Text fz="sm">
            <DocsLink topic="loadTools">The load tools compared</DocsLink>
          </Text>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
