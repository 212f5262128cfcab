import { useMemo } from 'react';
import { Area, CartesianGrid, ComposedChart, Line, Tooltip, XAxis, YAxis } from 'recharts';

import { Legend, plotSize, quietAxis, Sized, TipBox, valueAxis } from '@/components/charts/kit/chart-kit';
import { seriesColour, seriesDash } from '@/components/charts/kit/series-colours';
import { latency } from '@/components/words/format';

import {
  isDense,
  percentileDomain,
  percentileName,
  percentileRows,
  percentileTicks,
  type PercentileSeries,
  percentileSummary,
} from './percentile-data';

interface PercentileCurveProps {
  series: PercentileSeries[];
  /** Latency upwards: logarithmic shows the tail beside the median, linear shows how far it is away. */
  scale?: 'log' | 'linear';
  height?: number;
}

type Row = Record<string, number | null>;

const isQuiet = (line: PercentileSeries) => line.emphasis === 'quiet';

/** Latency by percentile, the tail stretched to the right: as far from p99 to p99.9 as from p90 to p99. */
export function PercentileCurve({ series: allSeries, scale = 'log', height = 250 }: PercentileCurveProps) {
  // what has no curve needs no line in the legend
  const series = useMemo(() => allSeries.filter(({ points }) => points.length > 0), [allSeries]);
  const rows = useMemo(() => percentileRows(series), [series]);
  const { domain, ticks } = useMemo(() => percentileDomain(series, scale), [series, scale]);
  const styles = useMemo(() => lineStyles(series), [series]);
  const ticksAcross = useMemo(() => percentileTicks(rows), [rows]);
  const hasDots = !isDense(rows);

  return (
    <>
      <Sized height={height} label={percentileSummary(series)}>
        {(width) => (
          <ComposedChart data={rows} {...plotSize(width, height, { right: 24 })}>
            <CartesianGrid syncWithTicks vertical={false} stroke="var(--dyno-grid)" />
            <XAxis
              {...quietAxis}
              type="number"
              dataKey="x"
              domain={['dataMin', 'dataMax']}
              ticks={ticksAcross}
              tickFormatter={(x: number) => percentileName(1 - 10 ** -x)}
              padding={{ left: 12, right: 12 }}
              interval="preserveStartEnd"
              minTickGap={4}
            />
            <YAxis {...valueAxis({ domain, ticks }, 's')} scale={scale} allowDataOverflow />
            <Tooltip
              isAnimationActive={false}
              cursor={{ stroke: 'var(--dyno-axis)', strokeDasharray: '3 3' }}
              content={({ active, payload }) => {
                const row = payload?.[0]?.payload as Row | undefined;
                return active && row ? (
                  <TipBox title={percentileName(row.percentile ?? 0)} lines={tipLines(row, series, styles)} />
                ) : null;
              }}
            />
            {series.map(({ name, points }, n) =>
              points.some(({ low }) => low != null) ? (
                <Area
                  key={`band ${name}`}
                  dataKey={(row: Row) => [row[`low${n}`], row[`high${n}`]]}
                  stroke="none"
                  fill={styles[n]?.colour}
                  fillOpacity={0.16}
                  connectNulls
                  activeDot={false}
                  isAnimationActive={false}
                />
              ) : null,
            )}
            {series.map(({ name }, n) => (
              <Line
                key={name}
                dataKey={`s${n}`}
                name={name}
                stroke={styles[n]?.colour}
                strokeDasharray={styles[n]?.dash}
                strokeWidth={2}
                dot={hasDots && { r: 3, fill: styles[n]?.colour, strokeWidth: 0, strokeDasharray: 'none' }}
                activeDot={{ r: 5 }}
                connectNulls
                isAnimationActive={false}
              />
            ))}
          </ComposedChart>
        )}
      </Sized>
      <Legend
        items={series.map(({ name }, n) => ({
          name,
          colour: styles[n]?.colour ?? '',
          dash: styles[n]?.dash,
        }))}
      />
    </>
  );
}

function lineStyles(series: PercentileSeries[]) {
  let loud = 0;
  return series.map((line) => {
    if (isQuiet(line)) return { colour: 'var(--dyno-dot)', dash: undefined };
    const index = loud++;
    return { colour: seriesColour(index), dash: seriesDash(index) };
  });
}

function tipLines(row: Row, series: PercentileSeries[], styles: { colour: string }[]) {
  return series.map(({ name }, n) => {
    const [low, high] = [row[`low${n}`], row[`high${n}`]];
    const interval = low != null && high != null ? ` (${latency(low)} … ${latency(high)})` : '';
    return { name, value: latency(row[`s${n}`]) + interval, colour: styles[n]?.colour };
  });
}
