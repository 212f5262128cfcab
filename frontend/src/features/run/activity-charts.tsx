import { Stack, Text } from '@mantine/core';
import { useMemo } from 'react';

import type { Readings } from './machines';
import { type ChartOf, chartsOf, coreRows, serverRates, type SeriesTab } from './series-tabs';
import type { Run } from '@/api/types';
import { CoreHeatMap } from '@/components/charts/core-heat-map';
import { TimeSeries } from '@/components/charts/time-series';

interface ActivityChartsProps {
  readings: Readings;
  setups: Run['setups'];
  tab: SeriesTab;
  /** Start and end of the measurement, s. */
  window?: [number, number];
}

const SYNC = 'run-hosts';

/** Requests per second above, the chosen counters below; all on one clock with one cursor. */
export function ActivityCharts({ readings, setups, tab, window }: ActivityChartsProps) {
  // A reading speaks for the second before it: the axis begins at the trial's start.
  const times = useMemo(() => [0, ...readings.times], [readings]);
  const rates = useMemo(() => serverRates(readings, setups), [readings, setups]);
  const charts = useMemo(() => chartsOf(tab, readings, setups), [tab, readings, setups]);
  const cores = useMemo(() => coreRows(readings), [readings]);
  const softirqs = useMemo(() => coreRows(readings, 'softirq'), [readings]);
  const shared = { times, window, syncId: SYNC };
  return (
    <Stack gap="lg">
      {rates.length > 0 && (
        <Chart
          chart={{
            title: 'Requests per second',
            text: 'From each server’s own counter. Shaded: the measured window.',
            unit: '1/s',
            lines: rates,
          }}
          {...shared}
        />
      )}
      {tab === 'cpu' && cores.length > 0 && (
        <div>
          <Heading title="CPU per core" text="One row a CPU, one cell a second." />
          <CoreHeatMap rows={cores} />
        </div>
      )}
      {tab === 'softirq' && softirqs.length > 0 && (
        <div>
          <Heading
            title="Softirq per core"
            text="Share of each CPU in soft interrupts, one cell a second: one hot row is a queue without help."
          />
          <CoreHeatMap rows={softirqs} />
        </div>
      )}
      {charts.map((chart) => (
        <Chart key={chart.title} chart={chart} {...shared} />
      ))}
      {tab !== 'cpu' && charts.length === 0 && (
        <Text fz="sm" c="dimmed">
          No host reported these counters in this trial.
        </Text>
      )}
    </Stack>
  );
}

function Heading({ title, text }: { title: string; text: string }) {
  return (
    <Text fz="xs" c="dimmed" mb={6}>
      <Text span inherit fw={600} c="var(--dyno-ink)">
        {title}
      </Text>{' '}
      {text}
    </Text>
  );
}

interface ChartProps {
  chart: ChartOf;
  times: number[];
  window?: [number, number];
  syncId: string;
}

function Chart({ chart: { title, text, unit, lines }, times, window, syncId }: ChartProps) {
  const padded = useMemo(
    () => lines.map(({ name, values }) => ({ name, values: [null, ...values] })),
    [lines],
  );
  return (
    <div>
      <Heading title={title} text={named(title, lines) + text} />
      <TimeSeries
        times={times}
        lines={padded}
        unit={unit}
        label={title}
        window={window}
        syncId={syncId}
        height={150}
      />
    </div>
  );
}

/** A single line has no legend: its name stands in the heading, unless the title says it. */
function named(title: string, lines: ChartOf['lines']): string {
  const only = lines.length === 1 ? lines[0]?.name : undefined;
  return only && !title.toLowerCase().includes(only) ? `(${only}) ` : '';
}
