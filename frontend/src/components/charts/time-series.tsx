import { useMemo } from 'react';
import { Brush, CartesianGrid, Line, LineChart, ReferenceArea, Tooltip, XAxis, YAxis } from 'recharts';

import { Legend, quietAxis, Sized, TipBox } from './chart-kit';
import { seriesColour, seriesDash } from './series-colours';
import { lineSummary, timeDomain, type TimeLine, timeRows } from './time-series-data';
import { measure, tick } from '../format';

export interface TimeSeriesProps {
  /** Seconds since the trial's start. */
  times: number[];
  lines: TimeLine[];
  unit: string;
  /** What is drawn: “requests per second”. */
  label: string;
  /** The measured window, shaded. */
  window?: [number, number];
  /** Charts with the same id share their cursor and their brush. */
  syncId?: string;
  brush?: boolean;
  fromZero?: boolean;
  height?: number;
}

const second = (t: number) => `${Number(t.toFixed(1))} s`;

/** Lines over the seconds of a trial, with a cursor shared between charts. */
export function TimeSeries(props: TimeSeriesProps) {
  const { times, lines, unit, label, window, syncId, brush = false, fromZero = true, height = 180 } = props;
  const rows = useMemo(() => timeRows(times, lines), [times, lines]);
  const { domain, ticks } = useMemo(() => timeDomain(lines, fromZero), [lines, fromZero]);

  return (
    <>
      <Sized
        height={height}
        interactive={brush}
        label={`${label}: ${lines.map((line) => describe(line, unit)).join('; ')}`}
      >
        {(width) => (
          <LineChart
            data={rows}
            width={width}
            height={height}
            syncId={syncId}
            syncMethod="value"
            margin={{ top: 8, right: 16, bottom: 0, left: 0 }}
            accessibilityLayer={false}
          >
            <CartesianGrid syncWithTicks vertical={false} stroke="var(--dyno-grid)" />
            <XAxis
              {...quietAxis}
              type="number"
              dataKey="t"
              domain={['dataMin', 'dataMax']}
              tickFormatter={second}
              minTickGap={24}
            />
            <YAxis
              {...quietAxis}
              domain={domain}
              ticks={ticks}
              interval={0}
              width={58}
              tickFormatter={(v: number) => tick(v, unit)}
              allowDataOverflow
            />
            {window && (
              <ReferenceArea
                x1={window[0]}
                x2={window[1]}
                fill="var(--dyno-accent-soft)"
                fillOpacity={0.35}
                ifOverflow="hidden"
              />
            )}
            <Tooltip
              isAnimationActive={false}
              cursor={{ stroke: 'var(--dyno-axis)', strokeDasharray: '3 3' }}
              content={({ active, payload, label: at }) =>
                active && payload?.length ? (
                  <TipBox title={second(Number(at))} lines={tipLines(payload[0]?.payload, lines, unit)} />
                ) : null
              }
            />
            {lines.map(({ name }, n) => (
              <Line
                key={name}
                dataKey={`s${n}`}
                name={name}
                stroke={seriesColour(n)}
                strokeDasharray={seriesDash(n)}
                strokeWidth={1.8}
                dot={times.length < 3}
                isAnimationActive={false}
              />
            ))}
            {brush && (
              <Brush
                dataKey="t"
                height={22}
                stroke="var(--dyno-axis)"
                fill="var(--dyno-sunken)"
                tickFormatter={second}
                travellerWidth={8}
              />
            )}
          </LineChart>
        )}
      </Sized>
      {lines.length > 1 && (
        <Legend
          items={lines.map(({ name }, n) => ({ name, colour: seriesColour(n), dash: seriesDash(n) }))}
        />
      )}
    </>
  );
}

function tipLines(row: Record<string, number | null> | undefined, lines: TimeLine[], unit: string) {
  return lines.map(({ name }, n) => ({
    name,
    value: measure(row?.[`s${n}`], unit),
    colour: seriesColour(n),
  }));
}

function describe(line: TimeLine, unit: string) {
  const summary = lineSummary(line);
  return summary
    ? `${line.name} from ${measure(summary.low, unit)} to ${measure(summary.high, unit)}, mean ${measure(summary.mean, unit)}`
    : `${line.name} without readings`;
}
