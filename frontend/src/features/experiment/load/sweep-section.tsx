import { SimpleGrid, Table } from '@mantine/core';
import { useMemo } from 'react';

import type { Experiment, Trial } from '@/api/types';
import { Legend } from '@/components/charts/kit/chart-kit';
import { LoadChart } from '@/components/charts/load/load-chart';
import { loadData, type LoadSeries } from '@/components/charts/load/load-data';
import { seriesColour, seriesDash } from '@/components/charts/kit/series-colours';
import { loadTable } from '@/components/charts/data-table/chart-tables';
import { count, capital, measure } from '@/components/words/format';
import { ChartPart } from '@/components/chart-frame/chart-section';
import { Section } from '@/components/ui/layout/section';
import { DocsLink } from '@/components/ui/navigation/docs-link';
import { figureHeads, PlainTable } from '@/components/ui/layout/plain-table';

import classes from '../view/runs-table.module.css';

import { hasInvalid, type Sweep, sweepOf, sweepSeries } from './sweep';

const NONE: Trial[] = [];
const TAIL = { name: 'latency_p99', label: 'p99 latency', unit: 's' };
const FAILURES = { name: 'failed_requests', label: 'Failed requests of a trial', unit: '1' };
/** At a fixed rate the throughput is what was asked. */
const METRICS = {
  connections: [{ name: 'requests_per_s', label: 'Requests per second', unit: '1/s' }, TAIL, FAILURES],
  rate: [
    { name: 'latency_p50', label: 'p50 latency', unit: 's' },
    TAIL,
    { name: 'latency_p99_9', label: 'p99.9 latency', unit: 's' },
    { name: 'cpu_s_per_request', label: 'CPU a request', unit: 's' },
    FAILURES,
  ],
};
const TITLES = { connections: 'Over connections', rate: 'Over the rate' };

interface SweepSectionProps {
  experiment: Experiment;
  trials?: Trial[];
}

/** The curves of a sweep; nothing for an experiment that is not a sweep, or has no trial yet. */
export function SweepSection({ experiment, trials = NONE }: SweepSectionProps) {
  const sweep = useMemo(() => sweepOf(experiment), [experiment]);
  return sweep && <Curves experiment={experiment} trials={trials} sweep={sweep} />;
}

function Curves({ experiment, trials, sweep }: { experiment: Experiment; trials: Trial[]; sweep: Sweep }) {
  const all = useMemo(
    () =>
      METRICS[sweep.field].map((metric) => ({
        ...metric,
        series: sweepSeries(experiment, sweep, trials, metric.name),
      })),
    [experiment, sweep, trials],
  );
  const nonEmpty = all.filter(({ series }) => !loadData(series).empty);
  if (nonEmpty.length === 0) return null;
  const invalid = all.some(({ series }) => hasInvalid(series));
  return (
    <Section
      id="sweep"
      title={TITLES[sweep.field]}
      subtitle={`— ${sweep.loads.map(count).join(', ')}`}
      caption={
        <>
          A line goes through the means of valid trials, whiskers are their 95% intervals, a dot is a trial.{' '}
          {invalid &&
            'Hollow: a trial that is not valid, which is left out of the lines; failures count all trials. '}
          The tables below show one workload at a time. <DocsLink topic="sweep">How to sweep</DocsLink>
        </>
      }
    >
      <SimpleGrid
        cols={{ base: 1, sm: Math.min(2, nonEmpty.length), lg: Math.min(3, nonEmpty.length) }}
        spacing="xl"
      >
        {nonEmpty.map(({ name, label, unit, series }) => (
          <ChartPart
            key={name}
            source={{
              name: `sweep-${name}`,
              title: label,
              table: () => loadTable(series, unit, label, sweep.axis),
            }}
          >
            <LoadChart series={series} unit={unit} label={label} axis={sweep.axis} legend={false} />
          </ChartPart>
        ))}
      </SimpleGrid>
      <Lines series={nonEmpty[0]?.series ?? []} />
      <SweepTable sweep={sweep} metrics={nonEmpty} />
    </Section>
  );
}

function Lines({ series }: { series: LoadSeries[] }) {
  if (series.length < 2) return null;
  return (
    <Legend items={series.map(({ name }, n) => ({ name, colour: seriesColour(n), dash: seriesDash(n) }))} />
  );
}

interface SweepTableProps {
  sweep: Sweep;
  metrics: { name: string; label: string; unit: string; series: LoadSeries[] }[];
}

/** The means of a sweep in figures: the table of its curves. */
function SweepTable({ sweep, metrics }: SweepTableProps) {
  const rows = sweep.variants.flatMap((variant) => sweep.loads.map((load) => ({ variant, load })));
  return (
    <PlainTable
      label="Means of the sweep"
      heads={['Variant', ...figureHeads(capital(sweep.axis), ...metrics.map(({ label }) => label))]}
      minWidth={560}
      scroll={{ mah: 380, mt: 'md' }}
      spacing="sm"
      className={classes.table}
      horizontalSpacing="xs"
      stickyHeader
    >
      {rows.map(({ variant, load }) => (
        <Table.Tr key={`${variant} ${load}`}>
          <Table.Td>{variant}</Table.Td>
          <Table.Td className={classes.figure}>{count(load)}</Table.Td>
          {metrics.map(({ name, unit, series }) => (
            <Table.Td key={name} className={classes.figure}>
              {measure(valueOf(series, variant, load), unit)}
            </Table.Td>
          ))}
        </Table.Tr>
      ))}
    </PlainTable>
  );
}

const valueOf = (series: LoadSeries[], variant: string, load: number) =>
  series.find(({ name }) => name === variant)?.points.find((point) => point.load === load)?.value;
