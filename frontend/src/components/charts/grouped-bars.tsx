import { useMemo } from 'react';
import { Bar, BarChart, CartesianGrid, ErrorBar, Tooltip, XAxis, YAxis } from 'recharts';

import { Legend, quietAxis, Sized, TipBox } from './chart-kit';
import { groupedDomain, groupedRows, type GroupedSeries } from './grouped-data';
import { seriesColour } from './series-colours';
import { measure, tick } from '../format';

export interface GroupedBarsProps {
  /** Levels of the factor along the axis: “log off”, “log memory”. */
  groups: string[];
  /** Levels of the factor side by side in each group. */
  series: GroupedSeries[];
  unit: string;
  /** What is drawn: “Requests per second by log target and workers”. */
  label: string;
  height?: number;
}

const colourOf = (n: number) => (n === 0 ? 'var(--dyno-a)' : n === 1 ? 'var(--dyno-b)' : seriesColour(n - 1));

/** Bars in groups for a grid of two factors, with whiskers where intervals are known. */
export function GroupedBars({ groups, series, unit, label, height = 280 }: GroupedBarsProps) {
  const rows = useMemo(() => groupedRows(groups, series), [groups, series]);
  const { domain, ticks } = useMemo(() => groupedDomain(series), [series]);
  return (
    <>
      <Sized height={height} label={label}>
        {(width) => (
          <BarChart
            data={rows}
            width={width}
            height={height}
            margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
            barGap={3}
            barCategoryGap="22%"
            accessibilityLayer={false}
          >
            <CartesianGrid syncWithTicks vertical={false} stroke="var(--dyno-grid)" />
            <XAxis {...quietAxis} dataKey="group" interval={0} />
            <YAxis
              {...quietAxis}
              domain={domain}
              ticks={ticks}
              interval={0}
              width={58}
              tickFormatter={(v: number) => tick(v, unit)}
            />
            <Tooltip
              isAnimationActive={false}
              cursor={{ fill: 'var(--dyno-sunken)' }}
              content={({ active, label: group }) =>
                active ? (
                  <TipBox title={group} lines={tipLines(groups.indexOf(String(group)), series, unit)} />
                ) : null
              }
            />
            {series.map(({ name }, n) => (
              <Bar
                key={name}
                dataKey={`s${n}`}
                name={name}
                fill={colourOf(n)}
                maxBarSize={56}
                radius={[2, 2, 0, 0]}
                isAnimationActive={false}
              >
                <ErrorBar
                  dataKey={`e${n}`}
                  width={5}
                  stroke="var(--dyno-ink)"
                  strokeWidth={1.3}
                  isAnimationActive={false}
                />
              </Bar>
            ))}
          </BarChart>
        )}
      </Sized>
      <Legend items={series.map(({ name }, n) => ({ name, colour: colourOf(n) }))} />
    </>
  );
}

function tipLines(at: number, series: GroupedSeries[], unit: string) {
  return series.map(({ name, values }, n) => ({
    name,
    value: measure(values[at]?.value, unit),
    colour: colourOf(n),
  }));
}
