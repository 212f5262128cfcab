import { type KeyboardEvent, type ReactNode, useMemo } from 'react';
import {
  CartesianGrid,
  ReferenceArea,
  ReferenceLine,
  Scatter,
  ScatterChart,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';

import { plotSize, quietAxis, Sized, TipBox, valueAxis } from '@/components/charts/kit/chart-kit';
import { clamp } from '@/components/charts/kit/scales';
import { capital, measure, roundWords } from '@/components/words/format';

import { type TrialPoint, type TrialsBand, trialsData, trialsSummary } from './trials-data';

interface TrialsChartProps {
  trials: TrialPoint[];
  /** The metric table's unit: `1/s`, `s`, … */
  unit: string;
  band?: TrialsBand;
  /** The trial shown elsewhere on the page. */
  selectedId?: string;
  onSelect?: (id: string) => void;
  height?: number;
}

/** Every trial as a dot by round, mean and band behind; invalid ones hollow. */
export function TrialsChart({ trials, unit, band, selectedId, onSelect, height = 250 }: TrialsChartProps) {
  const { valid, invalid, rounds, domain, ticks } = useMemo(() => trialsData(trials, band), [trials, band]);
  const dot = (props: unknown) => (
    <Dot {...(props as DotProps)} selectedId={selectedId} onSelect={onSelect} />
  );

  const drawing = (
    <Sized height={height} label={trialsSummary(trials, unit)}>
      {(width) => (
        <ScatterChart {...plotSize(width, height)}>
          <CartesianGrid syncWithTicks vertical={false} stroke="var(--dyno-grid)" />
          <XAxis
            {...quietAxis}
            type="number"
            dataKey="at"
            domain={[Math.min(...rounds, 1) - 0.5, Math.max(...rounds, 1) + 0.5]}
            ticks={rounds}
            interval="preserveStartEnd"
            minTickGap={8}
          />
          <YAxis {...valueAxis({ domain, ticks }, unit)} dataKey="value" />
          {band?.low != null && band.high != null && (
            <ReferenceArea y1={band.low} y2={band.high} fill="var(--dyno-accent-soft)" fillOpacity={0.8} />
          )}
          {band?.mean != null && (
            <ReferenceLine y={band.mean} stroke="var(--dyno-accent)" strokeDasharray="4 3" />
          )}
          <Tooltip
            isAnimationActive={false}
            cursor={false}
            content={({ active, payload }) => {
              const trial = payload?.[0]?.payload as TrialPoint | undefined;
              return active && trial ? (
                <TipBox
                  title={`${capital(roundWords(trial.round, trial.repeat))}: ${measure(trial.value, unit)}`}
                  lines={trial.invalid ? [{ name: trial.invalid, value: 'left out' }] : []}
                />
              ) : null;
            }}
          />
          <Scatter data={valid} shape={dot} isAnimationActive={false} />
          <Scatter data={invalid} shape={dot} isAnimationActive={false} />
        </ScatterChart>
      )}
    </Sized>
  );
  if (!onSelect) return drawing;
  return <Steps {...{ trials, unit, selectedId, onSelect }}>{drawing}</Steps>;
}

type StepsProps = Required<Pick<TrialsChartProps, 'trials' | 'unit' | 'onSelect'>> & {
  selectedId?: string;
  children: ReactNode;
};

/** Arrow keys go from trial to trial; a screen reader hears round and value. */
function Steps({ trials, unit, selectedId, onSelect, children }: StepsProps) {
  const at = trials.findIndex(({ id }) => id === selectedId);
  const shownTrial = trials[Math.max(0, at)];
  const type = (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    const next = by && trials[clamp(at + by, 0, trials.length - 1)];
    if (!next) return;
    event.preventDefault();
    onSelect(next.id);
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label="Trial"
      aria-valuemin={1}
      aria-valuemax={trials.length}
      aria-valuenow={Math.max(0, at) + 1}
      aria-valuetext={
        shownTrial &&
        `${roundWords(shownTrial.round, shownTrial.repeat)}: ${measure(shownTrial.value, unit)}${shownTrial.invalid ? `, left out: ${shownTrial.invalid}` : ''}`
      }
      onKeyDown={type}
      style={{ borderRadius: 6 }}
    >
      {children}
    </div>
  );
}

const STEPS: Record<string, number> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  Home: -1e6,
  End: 1e6,
};

interface DotProps {
  cx?: number;
  cy?: number;
  payload?: TrialPoint;
  selectedId?: string;
  onSelect?: (id: string) => void;
}

function Dot({ cx, cy, payload, selectedId, onSelect }: DotProps) {
  if (!payload) return null;
  const hollow = Boolean(payload.invalid);
  return (
    <g onClick={() => onSelect?.(payload.id)} style={{ cursor: onSelect ? 'pointer' : undefined }}>
      {payload.id === selectedId && (
        <circle cx={cx} cy={cy} r={9} fill="none" stroke="var(--dyno-accent)" strokeWidth={1.5} />
      )}
      <circle
        cx={cx}
        cy={cy}
        r={5}
        fill={hollow ? 'var(--dyno-surface)' : 'var(--dyno-accent)'}
        stroke={hollow ? 'var(--dyno-worse)' : 'none'}
        strokeWidth={1.6}
      />
    </g>
  );
}
