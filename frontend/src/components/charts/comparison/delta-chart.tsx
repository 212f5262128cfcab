import { memo, useCallback, useMemo } from 'react';
import {
  CartesianGrid,
  ComposedChart,
  ReferenceArea,
  ReferenceLine,
  XAxis,
  YAxis,
  ZIndexLayer,
} from 'recharts';

import { acrossAxis, plotSize } from '@/components/charts/kit/chart-kit';
import { type Plot, RowFrame } from '@/components/charts/kit/row-frame';
import { intervalPercent, percent, spread, verdictText } from '@/components/words/format';

import classes from './delta-chart.module.css';
import { bandOf, type DeltaRow, deltaScale, deltaSummary, whyLost, wordOf } from './delta-data';
import { DeltaMarks } from './delta-marks';

/** A change as text; with its 95% interval as exact as that lets. */
type Format = (change: number | null, low?: number | null, high?: number | null) => string;

interface DeltaChartProps {
  rows: DeltaRow[];
  /** The smallest change that matters, drawn as a band: 0.01 is ±1%. */
  minEffect?: number | null;
  /** Name of the run that all are compared with. */
  baseline: string;
  onSelect?: (id: string) => void;
  /** How a change is written; percent unless the metric can be zero. */
  formatChange?: Format;
  /** The changes are differences in the metric's unit, not shares. */
  absolute?: boolean;
}

const ROW = 36;
const AXIS = 26;
/** Pixels on a wide screen, for what stands in its place until it is drawn. */
export const deltaChartHeight = (rows: number) => rows * ROW + 2 * AXIS;

// Recharts draws axes, grid and references; the rows are ours, so it need not index them.
const ONE_ROW = [{ id: '' }];

const VERDICTS = {
  better: 'Better: clear of chance, in the good direction.',
  worse: 'Worse: clear of chance, in the bad direction.',
  same: 'Same: the whole interval lies inside what matters.',
  unclear: 'Unclear: these trials cannot tell.',
  interim: 'No verdict: only an experiment that ended as planned has one.',
  left_out: 'Eliminated by halving: its figures until then, without a verdict.',
  context: 'Context: measured under other conditions than the baseline; it has no verdict.',
  control: 'Control: a second copy of the baseline. What it shows is noise.',
};

/** Horizontal bars of change against the baseline: whisker = 95% interval, thin = for all together, dots = rounds, colour = verdict. */
export const DeltaChart = memo(function DeltaChart({
  rows,
  minEffect,
  baseline,
  onSelect,
  formatChange = percent,
  absolute,
}: DeltaChartProps) {
  const nameWidth = useMemo(() => leftWidth(rows), [rows]);
  const widths = useMemo(() => labelWidths(rows), [rows]);
  const draw = useCallback(
    (plot: Plot) => (
      <DeltaPlot
        rows={rows}
        minEffect={minEffect}
        plot={plot}
        formatChange={formatChange}
        absolute={absolute}
      />
    ),
    [rows, minEffect, formatChange, absolute],
  );
  const frameRows = useMemo(
    () =>
      rows.map((row) => ({
        id: row.id,
        leftText: <Name row={row} widths={widths} />,
        right: <Result row={row} formatChange={formatChange} />,
        tip: <Explanation row={row} baseline={baseline} formatChange={formatChange} />,
      })),
    [rows, widths, baseline, formatChange],
  );
  return (
    <RowFrame
      rows={frameRows}
      label={deltaSummary(rows, baseline)}
      leftSpace={nameWidth}
      right={rows.some(({ failsMore }) => failsMore) ? 210 : 160}
      rowHeight={ROW}
      markHeight={32}
      textHeight={rows.some((row) => row.labels?.length || row.failsMore) ? 42 : 28}
      top={AXIS}
      bottom={AXIS}
      draw={draw}
      onSelect={onSelect}
    />
  );
});

/** As wide as the longest name needs, within reason; figures in px for 13 px Inter. */
function leftWidth(rows: DeltaRow[]): number {
  const widths = rows.map(
    ({ name, labels = [] }) =>
      name.length * 7.2 + labels.reduce((sum, label) => sum + label.length * 7.3 + 24, 0),
  );
  return Math.min(340, Math.max(110, ...widths) + 16);
}

/** Longest label of each position, in characters, so that labels stand in columns. */
function labelWidths(rows: DeltaRow[]): number[] {
  const lengths: number[] = [];
  for (const { labels = [] } of rows) {
    labels.forEach((label, n) => (lengths[n] = Math.max(lengths[n] ?? 0, label.length)));
  }
  return lengths;
}

function Name({ row, widths }: { row: DeltaRow; widths: number[] }) {
  return (
    <span className={classes.name}>
      <span title={row.name}>{row.name}</span>
      {row.labels?.map((label, n) => (
        <span key={label} className={classes.chip} style={{ minWidth: `calc(${widths[n]}ch + 14px)` }}>
          {label}
        </span>
      ))}
    </span>
  );
}

function Result({ row, formatChange }: { row: DeltaRow; formatChange: Format }) {
  const word = wordOf(row);
  const because = row.failsMore ? row.because : undefined; // the rest is in the tip
  return (
    <>
      <span className={classes.result} data-verdict={word}>
        <span className={classes.change}>{formatChange(row.change, row.low, row.high)}</span>
        <span className={classes.verdict} data-verdict={word}>
          {verdictText(word)}
        </span>
      </span>
      {because && <span className={classes.because}>{because}</span>}
    </>
  );
}

interface ExplanationProps {
  row: DeltaRow;
  baseline: string;
  formatChange: Format;
}

function Explanation({ row, baseline, formatChange }: ExplanationProps) {
  return (
    <>
      <strong>
        {[row.name, ...(row.labels ?? [])].join(' · ')} {formatChange(row.change, row.low, row.high)}
      </strong>{' '}
      against {baseline}
      <div>
        {row.low === null || row.high === null
          ? 'No interval: it needs two rounds'
          : `95% interval ${intervalOf(row.low, row.high, formatChange)}`}
        {row.together && `; for all together ${intervalOf(...row.together, formatChange)}`}
      </div>
      <div>{whyLost(row) ?? VERDICTS[row.verdict]}</div>
      {row.details?.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </>
  );
}

const intervalOf = (low: number, high: number, formatChange: Format) =>
  formatChange === percent
    ? intervalPercent(low, high)
    : `${formatChange(low, low, high)} … ${formatChange(high, low, high)}`;

/** As many marks on the axis as have room for their texts: “+1000%” and “baseline” are some 55 px wide. */
const ticksFor = (width: number) => Math.max(2, Math.min(8, Math.floor(width / 65)));

interface DeltaPlotProps {
  rows: DeltaRow[];
  minEffect: number | null | undefined;
  plot: Plot;
  formatChange: Format;
  absolute?: boolean;
}

function DeltaPlot({ rows, minEffect, plot, formatChange, absolute }: DeltaPlotProps) {
  const { width, rowHeight } = plot;
  const scale = useMemo(
    () => deltaScale(rows, minEffect, ticksFor(width), absolute),
    [rows, minEffect, width, absolute],
  );
  const band = minEffect && !absolute ? bandOf(minEffect) : undefined;
  const inset = 24;
  const axis = {
    ...acrossAxis(scale, (value) => (value === 0 ? 'baseline' : formatChange(value).replace('.0%', '%'))),
    tick: { className: classes.tick },
    height: AXIS,
  };
  return (
    <ComposedChart
      layout="vertical"
      data={ONE_ROW}
      {...plotSize(width, rows.length * rowHeight + 2 * AXIS, {
        left: inset,
        right: inset,
        top: rows.length > 15 ? 0 : AXIS,
      })}
    >
      <CartesianGrid syncWithTicks horizontal={false} stroke="var(--dyno-grid)" />
      <YAxis type="category" dataKey="id" hide />
      <XAxis {...axis} />
      {rows.length > 15 && <XAxis {...axis} xAxisId="top" orientation="top" />}
      {band ? (
        <ReferenceArea
          x1={Math.max(band[0], scale.domain[0])}
          x2={Math.min(band[1], scale.domain[1])}
          fill="var(--dyno-noise)"
          fillOpacity={1}
          label={
            rows.length > 15
              ? undefined
              : {
                  value: `what matters: ${spread(band[1])}`,
                  position: 'top',
                  className: classes.tick,
                }
          }
        />
      ) : null}
      <ReferenceLine x={0} stroke="var(--dyno-axis)" strokeWidth={1.5} />
      <ZIndexLayer zIndex={500}>
        <DeltaMarks
          rows={rows}
          scale={scale}
          plot={plot}
          leftPx={inset}
          top={AXIS}
          width={width - 2 * inset}
        />
      </ZIndexLayer>
    </ComposedChart>
  );
}
