import { useMemo } from 'react';
import { Area, AreaChart, CartesianGrid, XAxis, YAxis } from 'recharts';

import { plotSize, quietAxis, Sized, valueAxis } from '@/components/charts/kit/chart-kit';
import { zeroDomain } from '@/components/charts/kit/scales';
import { measure } from '@/components/words/format';

import { liveRows } from './live-data';

export interface LivePoint {
  /** Epoch seconds. */
  at: number;
  value: number | null;
  /** The trial that it was read in: each is a line of its own. */
  trial?: string;
}

export interface LiveChartProps {
  points: LivePoint[];
  unit: string;
  label: string;
  /** Seconds that are shown, counted back from the newest point. */
  seconds?: number;
  height?: number;
}

/** The last minute or so of one figure, newest on the right. */
export function LiveChart({ points, unit, label, seconds = 90, height = 150 }: LiveChartProps) {
  const rows = useMemo(() => liveRows(points, seconds), [points, seconds]);
  const { domain, ticks } = useMemo(
    () =>
      zeroDomain(
        rows.map((row) => row.value ?? 0),
        3,
      ),
    [rows],
  );
  const newest = rows.findLast((row) => row.value !== null)?.value;
  return (
    <Sized height={height} label={`${label}, now ${measure(newest, unit)}`}>
      {(width) => (
        <AreaChart data={rows} {...plotSize(width, height)}>
          <CartesianGrid syncWithTicks vertical={false} stroke="var(--dyno-grid)" />
          <XAxis
            {...quietAxis}
            type="number"
            dataKey="ago"
            domain={[-seconds, 0]}
            ticks={[-seconds, -seconds / 2, 0]}
            tickFormatter={(s: number) => (s === 0 ? 'now' : `${s} s`.replace('-', '−'))}
          />
          <YAxis {...valueAxis({ domain, ticks }, unit)} />
          <Area
            dataKey="value"
            stroke="var(--dyno-accent)"
            strokeWidth={1.8}
            fill="var(--dyno-accent-soft)"
            isAnimationActive={false}
          />
        </AreaChart>
      )}
    </Sized>
  );
}
