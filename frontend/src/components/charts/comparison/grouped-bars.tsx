import { useMemo } from 'react';
import { Bar, BarChart, CartesianGrid, ErrorBar, Rectangle, Tooltip, XAxis, YAxis } from 'recharts';

import { Legend, quietAxis, Sized, TipBox, valueAxis } from '@/components/charts/kit/chart-kit';
import { seriesColour } from '@/components/charts/kit/series-colours';
import { measure } from '@/components/words/format';

import { dotY, groupedDomain, groupedRows, type GroupedSeries } from './grouped-data';

interface GroupedBarsProps {
  /** Levels of the factor along the axis: “log off”, “log memory”. */
  groups: string[];
  /** Levels of the factor side by side in each group. */
  series: GroupedSeries[];
  unit: string;
  /** What is drawn: “Requests per second by log target and workers”. */
  label: string;
}

const colourOf = (n: number) => (n === 0 ? 'var(--dyno-a)' : n === 1 ? 'var(--dyno-b)' : seriesColour(n - 1));

/** Narrower than this a bar cannot be told from its neighbour: the drawing then scrolls sideways. */
const BAR = 14;
const HEIGHT = 280;
const GROUP_GAP = 24;

/** Bars in groups for a grid of two factors: whiskers where intervals are known, a dot per trial. */
export function GroupedBars({ groups, series, unit, label }: GroupedBarsProps) {
  const rows = useMemo(() => groupedRows(groups, series), [groups, series]);
  const { domain, ticks } = useMemo(() => groupedDomain(series), [series]);
  const least = groups.length * (series.length * BAR + GROUP_GAP) + 70;
  return (
    <>
      <div style={{ overflowX: 'auto' }} tabIndex={0} role="region" aria-label={label}>
        <div style={{ minWidth: least }}>
          <Sized height={HEIGHT} label={label}>
            {(width) => (
              <BarChart
                data={rows}
                width={width}
                height={HEIGHT}
                margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
                barGap={3}
                barCategoryGap="22%"
                accessibilityLayer={false}
              >
                <CartesianGrid syncWithTicks vertical={false} stroke="var(--dyno-grid)" />
                <XAxis {...quietAxis} dataKey="group" interval={0} />
                <YAxis {...valueAxis({ domain, ticks }, unit)} />
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
                    shape={(bar: BarShape) => <BarWithDots {...bar} at={n} />}
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
        </div>
      </div>
      <Legend items={series.map(({ name }, n) => ({ name, colour: colourOf(n) }))} />
    </>
  );
}

interface BarShape {
  x?: number;
  y?: number;
  width?: number;
  height?: number;
  payload?: Record<string, unknown>;
}

/** The bar with its trials beside the whisker, spread so that equal ones can be told apart. */
function BarWithDots({ at, ...bar }: BarShape & { at: number }) {
  const { x = 0, y = 0, width = 0, height = 0, payload = {} } = bar;
  const value = Number(payload[`s${at}`] ?? 0);
  const dots = (payload[`d${at}`] ?? []) as number[];
  const step = dots.length > 1 ? (width * 0.5) / (dots.length - 1) : 0;
  const first = dots.length > 1 ? x + width * 0.25 : x + width / 2;
  return (
    <g>
      <Rectangle {...bar} />
      {dots.map((dot, n) => (
        <circle
          key={n}
          data-part="dot"
          cx={first + n * step}
          cy={dotY(dot, { y, height, value })}
          r={2.2}
          fill="var(--dyno-dot)"
          stroke="var(--dyno-surface)"
          strokeWidth={0.8}
        />
      ))}
    </g>
  );
}

function tipLines(at: number, series: GroupedSeries[], unit: string) {
  return series.map(({ name, values }, n) => ({
    name,
    value: [measure(values[at]?.value, unit), values[at]?.note].filter(Boolean).join(' · '),
    colour: colourOf(n),
  }));
}
