import { SimpleGrid, Table, Text } from '@mantine/core';
import { useMemo } from 'react';

import { ChartPart } from '@/components/chart-frame/chart-section';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { Pill } from '@/components/ui/labels/pill';
import { LoadChart, type LoadChartProps } from '@/components/charts/load/load-chart';
import {
  failureSeries,
  outcomeOf,
  type Probe,
  probeLoad,
  rateSeries,
  tailSeries,
} from '@/components/charts/load/probe-data';
import { loadTable } from '@/components/charts/data-table/chart-tables';
import { count, figure, latency } from '@/components/words/format';
import type { CeilingRun } from '@/api/types';
import { figureHeads, PlainTable } from '@/components/ui/layout/plain-table';
import { Small } from '@/components/ui/labels/texts';

/** One run of a search: requests per second and failures over the load, and every probe in figures. */
export function Probes({ run }: { run: CeilingRun }) {
  const { name, clean, failing, probes } = run;
  const isOfRate = probes.some(({ rate }) => rate != null);
  const answers = useMemo(
    () => [isOfRate ? tailSeries(name, probes) : rateSeries(name, probes)],
    [name, probes, isOfRate],
  );
  const failures = useMemo(() => [failureSeries(name, probes)], [name, probes]);
  const band = useMemo(
    () => (clean !== null && failing !== null ? { from: clean, to: failing } : undefined),
    [clean, failing],
  );
  if (!probes.some((probe) => probe.clean !== null)) {
    return <EmptyState plain title="No probe yet" text="The curve starts with the first probe." />;
  }
  return (
    <>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
        {isOfRate ? (
          <Chart name="probes-tail" title="p99 latency" series={answers} unit="s" band={band} />
        ) : (
          <Chart name="probes-rate" title="Requests per second" series={answers} unit="1/s" band={band} />
        )}
        <Chart
          name="probes-failed"
          title="Failed requests of a probe"
          series={failures}
          unit="1"
          band={band}
        />
      </SimpleGrid>
      <Small mt="sm">
        A dot is a probe; hollow: it failed{!isOfRate && ', and a failed request is not throughput'}. Shaded:
        from the last passing to the first failing number.
      </Small>
      <ProbesTable probes={probes} name={name} />
    </>
  );
}

interface ChartProps extends Pick<LoadChartProps, 'series' | 'unit' | 'band'> {
  name: string;
  title: string;
}

function Chart({ name, title, series, unit, band }: ChartProps) {
  return (
    <ChartPart source={{ name, title, table: () => loadTable(series, unit, title) }}>
      <LoadChart series={series} unit={unit} label={title} band={band} />
    </ChartPart>
  );
}

const HEADS = ['req/s', 'p99', 'Failed'];

/** The probes in the order in which they were measured: the table of the charts. */
function ProbesTable({ probes, name }: { probes: Probe[]; name: string }) {
  return (
    <PlainTable
      label={`Probes of ${name}`}
      heads={[
        'Probe',
        ...figureHeads(probes.some(({ rate }) => rate != null) ? 'Rate' : 'Connections'),
        'Outcome',
        ...figureHeads(...HEADS),
        { name: 'Why', pl: 'xl' },
      ]}
      minWidth={620}
      scroll={{ mah: 420, mt: 'md' }}
      spacing={6}
      stickyHeader
    >
      {probes.map((probe) => (
        <Row key={probe.trial_id} probe={probe} />
      ))}
    </PlainTable>
  );
}

function Row({ probe }: { probe: Probe }) {
  const cells = [figure(probe.requests_per_s), latency(probe.latency_p99), count(probe.failed_requests)];
  return (
    <Table.Tr>
      <Table.Td>
        {probe.number}
        {probe.attempt > 1 && <Small span> · attempt {probe.attempt}</Small>}
      </Table.Td>
      <Table.Td ta="right" fw={550}>
        {count(probeLoad(probe))}
      </Table.Td>
      <Table.Td>
        <Outcome probe={probe} />
      </Table.Td>
      {cells.map((cell, n) => (
        <Table.Td key={HEADS[n]} ta="right">
          {cell}
        </Table.Td>
      ))}
      <Table.Td pl="xl" c="dimmed" fz="xs">
        {probe.clean === true ? '' : probe.reason}
      </Table.Td>
    </Table.Tr>
  );
}

function Outcome({ probe }: { probe: Probe }) {
  const words = outcomeOf(probe);
  if (probe.clean === null) return <Pill>{words}</Pill>;
  return (
    <Text span inherit fw={550} c={probe.clean ? 'var(--dyno-accent)' : 'var(--dyno-danger)'}>
      {probe.clean ? '●' : '×'} {words}
    </Text>
  );
}
