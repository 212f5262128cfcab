import { useCallback, useMemo } from 'react';

import { Legend, tickStyle } from '@/components/charts/kit/chart-kit';
import { type Plot, RowFrame } from '@/components/charts/kit/row-frame';
import { count, plural } from '@/components/words/format';

import classes from './ceiling-chart.module.css';
import { bandOf, type CeilingProbe, type CeilingRow, ceilingScale, ceilingSummary } from './ceiling-data';
import { type LoadScale, positionOf } from './ceiling-data';

interface CeilingChartProps {
  rows: CeilingRow[];
  /** Load of the first and the largest probe. */
  first: number;
  to: number;
  /** The row shown elsewhere on the page. */
  selectedId?: string;
  onSelect?: (id: string) => void;
}

const AXIS = 26;
const INSET = 10;

/** A search for the ceiling, one row per run: its probes over the load, last passing to first failing as a band. */
export function CeilingChart({ rows, first, to, selectedId, onSelect }: CeilingChartProps) {
  const draw = useCallback(
    (plot: Plot) => <CeilingPlot rows={rows} first={first} to={to} plot={plot} />,
    [rows, first, to],
  );
  const frameRows = useMemo(
    () =>
      rows.map((row) => ({
        id: row.id,
        leftText: (
          <span className={classes.name} data-selected={row.id === selectedId && rows.length > 1}>
            {row.name}
          </span>
        ),
        right: <Result row={row} />,
        tip: <Explanation row={row} />,
      })),
    [rows, selectedId],
  );
  const nameWidth = Math.min(280, Math.max(80, ...rows.map(({ name }) => name.length * 7.2 + 20)));
  return (
    <>
      <RowFrame
        rows={frameRows}
        label={ceilingSummary(rows)}
        leftSpace={nameWidth}
        right={150}
        rowHeight={44}
        markHeight={32}
        top={AXIS}
        bottom={4}
        draw={draw}
        onSelect={onSelect}
      />
      <ProbeLegend />
    </>
  );
}

/** What the marks of probes mean. */
function ProbeLegend() {
  return (
    <Legend
      items={[
        { name: 'clean', colour: 'var(--dyno-accent)' },
        { name: 'failed (×)', colour: 'var(--dyno-danger)' },
        { name: 'last passing to first failing', colour: 'var(--dyno-dot)', note: 'the ceiling lies inside' },
      ]}
    />
  );
}

function Result({ row: { clean, failing, isSettled } }: { row: CeilingRow }) {
  const limitText = clean === null ? (failing === null ? '–' : `< ${count(failing)}`) : count(clean);
  const side = failing === null ? (clean === null ? '' : 'no failure yet') : `fails at ${count(failing)}`;
  return (
    <span className={classes.result} style={{ opacity: isSettled ? 1 : 0.7 }}>
      {isSettled && failing === null && clean !== null ? `≥ ${limitText}` : limitText}
      <small>{isSettled && failing === null ? 'no failure' : side}</small>
    </span>
  );
}

function Explanation({ row }: { row: CeilingRow }) {
  const answeredProbes = row.probes.filter(({ clean }) => clean !== null);
  return (
    <>
      <strong>{row.name}</strong>
      <div>{row.sentence}</div>
      <div>
        {plural(answeredProbes.length, 'probe')},{' '}
        {answeredProbes.filter(({ clean }) => clean === false).length} with failures
      </div>
      {row.details?.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </>
  );
}

interface CeilingPlotProps {
  rows: CeilingRow[];
  first: number;
  to: number;
  plot: Plot;
}

function CeilingPlot({ rows, first, to, plot }: CeilingPlotProps) {
  const { width, rowHeight, middle } = plot;
  const scale = useMemo(() => ceilingScale(first, to, Math.floor(width / 60)), [first, to, width]);
  const inner = width - 2 * INSET;
  const height = AXIS + rows.length * rowHeight;
  return (
    <svg width={width} height={height} style={{ display: 'block' }}>
      {scale.ticks.map((tick) => {
        const x = INSET + positionOf(tick, scale) * inner;
        return (
          <g key={tick}>
            <line x1={x} x2={x} y1={AXIS - 6} y2={height} stroke="var(--dyno-grid)" />
            <text x={x} y={AXIS - 12} textAnchor="middle" {...tickStyle}>
              {count(tick)}
            </text>
          </g>
        );
      })}
      {rows.map((row, n) => (
        <g key={row.id} transform={`translate(${INSET} ${AXIS + n * rowHeight + middle})`}>
          <Row row={row} scale={scale} width={inner} />
        </g>
      ))}
    </svg>
  );
}

const BAND = 22;
const MIN_PX = 5;

function Row({ row, scale, width }: { row: CeilingRow; scale: LoadScale; width: number }) {
  const band = bandOf(row, scale);
  const size = band ? Math.max(MIN_PX, (band.to - band.from) * width) : 0;
  const start = band ? ((band.from + band.to) / 2) * width - size / 2 : 0;
  return (
    <>
      <line x1={0} x2={width} y1={0} y2={0} stroke="var(--dyno-border)" />
      {band && (
        <rect
          data-part="ceiling"
          x={start}
          y={-BAND / 2}
          width={size}
          height={BAND}
          rx={2}
          fill="var(--dyno-noise)"
          stroke="var(--dyno-dot)"
          strokeDasharray={row.isSettled ? undefined : '3 3'}
        />
      )}
      {row.probes.map((probe) => (
        <ProbeMark key={probe.id} probe={probe} x={positionOf(probe.load, scale) * width} />
      ))}
    </>
  );
}

/** A dot where all went well, a cross where something failed, a ring around what runs now. */
function ProbeMark({ probe, x }: { probe: CeilingProbe; x: number }) {
  if (probe.open) {
    return <circle cx={x} cy={0} r={5} fill="none" stroke="var(--dyno-accent)" strokeDasharray="2 2" />;
  }
  if (probe.clean === null) return null;
  const y = probe.repeat ? 7 : 0;
  if (probe.clean) return <circle data-clean="true" cx={x} cy={y} r={3.5} fill="var(--dyno-accent)" />;
  return (
    <path
      data-clean="false"
      d={`M${x - 3.5} ${y - 3.5}l7 7m0 -7l-7 7`}
      stroke="var(--dyno-danger)"
      strokeWidth={1.8}
      fill="none"
    />
  );
}
