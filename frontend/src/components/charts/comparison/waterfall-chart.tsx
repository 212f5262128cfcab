import { useCallback, useMemo } from 'react';
import { CartesianGrid, ComposedChart, XAxis, YAxis, ZIndexLayer } from 'recharts';

import { acrossAxis, plotSize } from '@/components/charts/kit/chart-kit';
import { type Plot, RowFrame } from '@/components/charts/kit/row-frame';
import { intervalPercent, measure, percent, tick, verdictText } from '@/components/words/format';

import classes from './delta-chart.module.css';
import { waterfallGlyph, type WaterfallRow, waterfallScale, waterfallSummary } from './waterfall-data';

interface WaterfallChartProps {
  rows: WaterfallRow[];
  unit: string;
  onSelect?: (id: string) => void;
}

const AXIS = 24;
const BAR = 15;
const INSET = 14;
const CAP = 5;
// Recharts draws axes and grid; the rows are ours, so it need not index them.
const ONE_ROW = [{ id: '' }];
const FILLS: Record<string, string> = {
  baseline: 'var(--dyno-a)',
  better: 'var(--dyno-better)',
  worse: 'var(--dyno-worse)',
};

/** Steps of a tuning under each other: each bar begins where the step before it ended. */
export function WaterfallChart({ rows, unit, onSelect }: WaterfallChartProps) {
  const draw = useCallback((plot: Plot) => <Steps rows={rows} unit={unit} plot={plot} />, [rows, unit]);
  const frameRows = useMemo(
    () =>
      rows.map((row) => ({
        id: row.id,
        leftText: (
          <span className={classes.name}>
            <span title={row.name}>{row.name}</span>
          </span>
        ),
        right: <Result row={row} unit={unit} />,
        tip: <Explanation row={row} unit={unit} />,
      })),
    [rows, unit],
  );
  return (
    <RowFrame
      rows={frameRows}
      label={waterfallSummary(rows)}
      leftSpace={Math.min(280, Math.max(110, ...rows.map(({ name }) => name.length * 7.2)) + 16)}
      right={160}
      rowHeight={36}
      markHeight={32}
      top={4}
      bottom={AXIS + 4}
      draw={draw}
      onSelect={onSelect}
    />
  );
}

function Result({ row, unit }: { row: WaterfallRow; unit: string }) {
  if (row.verdict === 'baseline') return <span className={classes.result}>{measure(row.to, unit)}</span>;
  return (
    <span className={classes.result} data-verdict={row.verdict}>
      <span className={classes.change}>{percent(row.change, row.low, row.high)}</span>
      <span className={classes.verdict} data-verdict={row.verdict}>
        {verdictText(row.verdict)}
      </span>
    </span>
  );
}

function Explanation({ row, unit }: { row: WaterfallRow; unit: string }) {
  if (!row.before) {
    return (
      <>
        <strong>{row.name}</strong>: {measure(row.to, unit)}, where the steps begin
      </>
    );
  }
  return (
    <>
      <strong>
        {row.name} {percent(row.change, row.low, row.high)}
      </strong>{' '}
      against {row.before}: {measure(row.from, unit)} → {measure(row.to, unit)}
      {row.low !== null && row.high !== null && <div>95% interval {intervalPercent(row.low, row.high)}</div>}
      {[...row.settings, ...row.details].map((line) => (
        <div key={line}>{line}</div>
      ))}
    </>
  );
}

function Steps({ rows, unit, plot }: { rows: WaterfallRow[]; unit: string; plot: Plot }) {
  const { width, rowHeight, middle, compact } = plot;
  const axis = useMemo(() => waterfallScale(rows, compact || width < 400 ? 3 : 6), [rows, compact, width]);
  const glyphs = rows.map((row) => waterfallGlyph(row, axis.domain[1], width - 2 * INSET));
  const indexOf = new Map(rows.map(({ name }, n) => [name, n]));
  const y = (n: number) => 4 + n * rowHeight + middle;
  return (
    <ComposedChart
      layout="vertical"
      data={ONE_ROW}
      {...plotSize(width, 4 + rows.length * rowHeight + AXIS, { left: INSET, right: INSET, top: 4 })}
    >
      <CartesianGrid syncWithTicks horizontal={false} stroke="var(--dyno-grid)" />
      <YAxis type="category" dataKey="id" hide />
      <XAxis {...acrossAxis(axis, (value) => tick(value, unit))} height={AXIS} />
      <ZIndexLayer zIndex={500}>
        {glyphs.map(({ bar, whisker }, n) => {
          const row = rows[n];
          const from = indexOf.get(row?.before ?? '');
          const begin = from === undefined ? null : glyphs[from]?.end;
          return (
            <g key={row?.id} transform={`translate(${INSET} 0)`} data-verdict={row?.verdict}>
              {from !== undefined && begin != null && bar && (
                <path
                  d={`M${begin} ${y(from) + BAR / 2}V${y(n) - BAR / 2}`}
                  stroke="var(--dyno-axis)"
                  strokeDasharray="2 3"
                />
              )}
              {bar && (
                <rect
                  x={bar.x}
                  y={y(n) - BAR / 2}
                  width={bar.width}
                  height={BAR}
                  rx={2}
                  fill={FILLS[row?.verdict ?? ''] ?? 'var(--dyno-unclear)'}
                />
              )}
              {whisker && (
                <path
                  d={`M${whisker.x1} ${y(n)}H${whisker.x2}M${whisker.x1} ${y(n) - CAP}v${2 * CAP}${whisker.open ? '' : `M${whisker.x2} ${y(n) - CAP}v${2 * CAP}`}`}
                  stroke="var(--dyno-ink)"
                  strokeWidth={1.4}
                  fill="none"
                />
              )}
            </g>
          );
        })}
      </ZIndexLayer>
    </ComposedChart>
  );
}
