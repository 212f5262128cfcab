import { useCallback, useMemo } from 'react';
import { CartesianGrid, ComposedChart, XAxis, YAxis, ZIndexLayer } from 'recharts';

import { acrossAxis, plotSize } from '@/components/charts/kit/chart-kit';
import { type Plot, RowFrame } from '@/components/charts/kit/row-frame';
import { interval, measure, percent, spread, tick, verdictText } from '@/components/words/format';

import deltaClasses from './delta-chart.module.css';
import classes from './paired-bars.module.css';
import { type PairedRow, pairedScale, type PairedSide, pairedSummary } from './paired-data';

interface PairedBarsProps {
  rows: PairedRow[];
  unit: string;
  /** Names of the two sides: “Unpinned”, “Pinned”. */
  names: [string, string];
  onSelect?: (id: string) => void;
}

const AXIS = 24;
// Recharts draws axes, grid and references; the rows are ours, so it need not index them.
const ONE_ROW = [{ id: '' }];
const BAR = 18;
const GAP = 5;
const RIGHT = 350;
/** Room that a figure takes inside a bar. */
const LABEL = 62;

/** Two bars per row, A above B: mean, trials as dots, spread, and what the difference is worth. */
export function PairedBars({ rows, unit, names, onSelect }: PairedBarsProps) {
  const draw = useCallback((plot: Plot) => <PairedPlot rows={rows} unit={unit} plot={plot} />, [rows, unit]);
  const frameRows = useMemo(
    () =>
      rows.map((row) => ({
        id: row.id,
        leftText: <span className={classes.name}>{row.name}</span>,
        right: <Result row={row} />,
        tip: <Explanation row={row} unit={unit} names={names} />,
      })),
    [rows, unit, names],
  );
  return (
    <RowFrame
      rows={frameRows}
      label={pairedSummary(rows, names)}
      leftSpace={Math.min(240, Math.max(100, ...rows.map(({ name }) => name.length * 7.4)) + 16)}
      right={RIGHT}
      rowHeight={66}
      markHeight={58}
      top={4}
      bottom={AXIS + 4}
      draw={draw}
      isDivided
      onSelect={onSelect}
    />
  );
}

function Result({ row }: { row: PairedRow }) {
  return (
    <span className={classes.result} data-verdict={row.verdict}>
      <span className={classes.spreads}>
        <span>{spread(row.a.spread)}</span>
        <span>{spread(row.b.spread)}</span>
      </span>
      <span className={classes.change}>{row.changeText ?? percent(row.change, row.low, row.high)}</span>
      <span className={classes.interval}>{row.intervalText ?? interval(row.low, row.high)}</span>
      <span
        className={deltaClasses.verdict}
        data-verdict={row.verdict === 'steadier' ? 'better' : row.verdict}
      >
        {verdictText(row.verdict)}
      </span>
      {row.because && <span className={classes.because}>{row.because}</span>}
    </span>
  );
}

function Explanation({ row, unit, names }: { row: PairedRow; unit: string; names: [string, string] }) {
  const side = (name: string, { mean, spread: cv, trials }: PairedSide) =>
    `${name}: ${measure(mean, unit)} ${spread(cv)}, ${trials.length} trials`;
  return (
    <>
      <strong>
        {row.name} {percent(row.change, row.low, row.high)}
      </strong>{' '}
      [{interval(row.low, row.high)}]<div>{side(names[0], row.a)}</div>
      <div>{side(names[1], row.b)}</div>
      {row.details?.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </>
  );
}

function PairedPlot({ rows, unit, plot }: { rows: PairedRow[]; unit: string; plot: Plot }) {
  const { width, rowHeight, middle, compact } = plot;
  const axis = useMemo(() => pairedScale(rows, compact || width < 400 ? 3 : 5), [rows, compact, width]);
  const inset = 30;
  const scale = (value: number) => (value / axis.domain[1]) * (width - 2 * inset);
  const last = axis.ticks.at(-1);
  return (
    <ComposedChart
      layout="vertical"
      data={ONE_ROW}
      {...plotSize(width, 4 + rows.length * rowHeight + AXIS, { left: inset, right: inset, top: 4 })}
    >
      <CartesianGrid syncWithTicks horizontal={false} stroke="var(--dyno-grid)" />
      <YAxis type="category" dataKey="id" hide />
      <XAxis
        {...acrossAxis(axis, (v) => (v === last ? measureTick(v, unit) : tick(v, unit)))}
        height={AXIS}
      />
      <ZIndexLayer zIndex={500}>
        {rows.map((row, n) => (
          <g key={row.id} transform={`translate(${inset} ${4 + n * rowHeight + middle})`}>
            <Bar
              side={row.a}
              scale={scale}
              y={-BAR - GAP / 2}
              fill="var(--dyno-a)"
              ink="var(--dyno-a-ink)"
              dot="var(--dyno-dot)"
              unit={unit}
            />
            <Bar
              side={row.b}
              scale={scale}
              y={GAP / 2}
              fill="var(--dyno-b)"
              ink="var(--dyno-b-ink)"
              dot="var(--dyno-accent)"
              unit={unit}
            />
          </g>
        ))}
      </ZIndexLayer>
    </ComposedChart>
  );
}

const measureTick = (value: number, unit: string) =>
  unit === '1/s' ? `${tick(value, unit)} req/s` : tick(value, unit);

interface BarProps {
  side: PairedSide;
  scale: (value: number) => number;
  y: number;
  fill: string;
  ink: string;
  dot: string;
  unit: string;
}

function Bar({ side, scale, y, fill, ink, dot, unit }: BarProps) {
  if (side.mean === null) return null;
  const width = scale(side.mean);
  const dots = side.trials.map(scale);
  // The figure stands where no trial is drawn: inside the bar, else after everything.
  const inside = width > 70 && dots.every((x) => x > LABEL || x < 4);
  return (
    <g transform={`translate(0 ${y})`}>
      <rect width={Math.max(width, 1)} height={BAR} rx={2} fill={fill} />
      <text
        x={inside ? 8 : Math.max(width, ...dots) + 10}
        y={BAR / 2 + 4}
        className={classes.value}
        fill={inside ? ink : 'var(--dyno-ink)'}
      >
        {measure(side.mean, unit).replace(' req/s', '')}
      </text>
      {dots.map((x, n) => (
        <circle
          key={n}
          cx={x}
          cy={BAR / 2}
          r={3.2}
          fill={dot}
          stroke="var(--dyno-surface)"
          strokeWidth={1.3}
        />
      ))}
    </g>
  );
}
