import { Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';

import type { Run, TrialSamples } from '@/api/types';
import type { CoreRow } from '@/components/charts/time/core-heat-data';
import { CoreHeatMap } from '@/components/charts/time/core-heat-map';
import { TimeBrush } from '@/components/charts/time/time-brush';
import { type Span, spanWithin, wholeSpan } from '@/components/charts/time/time-scale';
import { TimeSeries } from '@/components/charts/time/time-series';
import { TimeWindow } from '@/components/charts/time/time-window';
import { coreTable, timeTable } from '@/components/charts/data-table/chart-tables';
import { ChartPart } from '@/components/chart-frame/chart-section';
import { fileName } from '@/components/ui/sharing/save';
import { Muted, Small } from '@/components/ui/labels/texts';

import { type ChartOf, chartsOf, coreRows, serverRates } from './series-tabs';
import type { SeriesTab } from './series-names';
import type { Readings } from './machines';

interface ActivityChartsProps {
  readings: Readings;
  setups: Run['setups'];
  tab: SeriesTab;
  /** Start and end of the measurement, s. */
  window?: Span;
  /** What happened meanwhile: marks in every chart. */
  events: TrialSamples['events'];
}

const route = getRouteApi('/runs/$id');

/** Requests per second above, the chosen counters below; all on one clock with one cursor and one zoom. */
export default function ActivityCharts({ readings, setups, tab, window, events }: ActivityChartsProps) {
  // A reading speaks for the second before it: the axis begins at the trial's start.
  const times = useMemo(() => [0, ...readings.times], [readings]);
  const rates = useMemo(() => serverRates(readings, setups), [readings, setups]);
  const charts = useMemo(() => chartsOf(tab, readings, setups), [tab, readings, setups]);
  const cores = useMemo(() => coreRows(readings), [readings]);
  const softirqs = useMemo(() => coreRows(readings, 'softirq'), [readings]);
  const [zoom, setZoom] = useZoom(times);
  const eventTimes = useMemo(() => [...new Set(events.map(({ at }) => at))], [events]);
  const overview = rates[0] ?? charts[0]?.lines[0] ?? cores[0];
  return (
    <TimeWindow zoom={zoom} onZoom={setZoom}>
      <Stack gap="lg">
        {overview && (
          <div>
            <Small mb={4} className="dyno-no-print">
              Drag in a chart, or move the ends of this strip, to see a part of the time in all of them; a
              double click shows all. Arrow keys move the cursor.
            </Small>
            <TimeBrush times={times} values={[null, ...overview.values]} />
          </div>
        )}
        {rates.length > 0 && (
          <Chart
            chart={{
              title: 'Requests per second',
              text: 'From each server’s own counter. Shaded: the measured window.',
              unit: '1/s',
              lines: rates,
            }}
            {...{ times, window, eventTimes }}
          />
        )}
        {tab === 'cpu' && cores.length > 0 && (
          <Heat
            title="CPU per core"
            text="One row per CPU, one cell per second."
            rows={cores}
            times={times}
          />
        )}
        {tab === 'softirq' && softirqs.length > 0 && (
          <Heat
            title="Softirq per core"
            text="Share of each CPU in soft interrupts, one cell per second: a single hot row is a queue that gets no help."
            rows={softirqs}
            times={times}
          />
        )}
        {charts.map((chart) => (
          <Chart key={chart.title} chart={chart} {...{ times, window, eventTimes }} />
        ))}
        {tab !== 'cpu' && charts.length === 0 && (
          <Muted>No host reported these counters in this trial.</Muted>
        )}
      </Stack>
    </TimeWindow>
  );
}

/** What is shown of the time is in the address: `?from=12&to=30`. */
function useZoom(times: number[]): [Span | undefined, (zoom: Span | undefined) => void] {
  const { from, to } = route.useSearch();
  const navigate = route.useNavigate();
  const zoom = useMemo(() => {
    const end = (text: string | undefined) => (text === undefined ? undefined : Number(text));
    return spanWithin(wholeSpan(times), end(from), end(to));
  }, [times, from, to]);
  const set = useCallback(
    (next: Span | undefined) => {
      const [low, high] = next?.map((end) => end.toFixed(1)) ?? [];
      void navigate({
        search: (old) => ({ ...old, from: low, to: high }),
        replace: true,
        resetScroll: false,
      });
    },
    [navigate],
  );
  return [zoom, set];
}

interface HeatProps {
  title: string;
  text: string;
  rows: CoreRow[];
  times: number[];
}

function Heat({ title, text, rows, times }: HeatProps) {
  const source = { name: fileName(title), title, table: () => coreTable(rows, times.slice(1)) };
  return (
    <ChartPart source={source} text={text}>
      <CoreHeatMap rows={rows} times={times} label={title} />
    </ChartPart>
  );
}

interface ChartProps {
  chart: ChartOf;
  times: number[];
  window?: Span;
  eventTimes: number[];
}

function Chart({ chart: { title, text, unit, lines }, times, window, eventTimes }: ChartProps) {
  const paddedLines = useMemo(
    () => lines.map(({ name, values }) => ({ name, values: [null, ...values] })),
    [lines],
  );
  const table = () => timeTable(times.slice(1), lines, unit);
  return (
    <ChartPart source={{ name: fileName(title), title, table }} text={nameLine(title, lines) + text}>
      <TimeSeries
        {...{ times, unit, window }}
        lines={paddedLines}
        label={title}
        events={eventTimes}
        height={150}
      />
    </ChartPart>
  );
}

/** A single line has no legend: its name stands in the heading, unless the title says it. */
function nameLine(title: string, lines: ChartOf['lines']): string {
  const only = lines.length === 1 ? lines[0]?.name : undefined;
  return only && !title.toLowerCase().includes(only) ? `(${only}) ` : '';
}
