import { memo, useCallback, useMemo } from 'react';

import { useWidth } from '@/components/charts/kit/measured';
import { isNumber } from '@/components/charts/kit/scales';
import { share } from '@/components/words/format';

import { type CoreRow, heatEdges, heatPaths, HOT, hotShare, LEVELS } from './core-heat-data';
import classes from './core-heat-map.module.css';
import { nearestReading, second, type Span, wholeSpan } from './time-scale';
import { TimeTouch } from './time-touch';
import { useCursorTime, useTimeWindow } from './time-window';

export interface CoreHeatMapProps {
  rows: CoreRow[];
  /** When the cells begin and end, seconds since the trial's start: one more than there are cells. */
  times: number[];
  /** What is drawn: “CPU per core”. */
  label: string;
}

const colour = (at: number) =>
  at >= LEVELS
    ? 'var(--dyno-hot)'
    : `color-mix(in srgb, var(--dyno-accent) ${Math.round(8 + (at / (LEVELS - 1)) * 80)}%, var(--dyno-surface))`;

/** Busy shares per core, one reading per cell: pale is idle, blue is busy, orange is at the limit. */
export function CoreHeatMap({ rows, times, label }: CoreHeatMapProps) {
  const rowHeight = rows.length > 32 ? 8 : 17;
  const { ref, width: elementWidth } = useWidth();
  const width = elementWidth || 700;
  const { zoom } = useTimeWindow();
  const span = useMemo(() => zoom ?? wholeSpan(times), [zoom, times]);
  // A reading speaks for the time before it: cell n ends at times[n + 1].
  const ends = useMemo(() => times.slice(1), [times]);
  const words = useCallback(
    (cell: number) => rows.map(({ name, values }) => `${name} ${share(values[cell])}`).join(', '),
    [rows],
  );
  return (
    <div>
      <div className={classes.box}>
        <Names rows={rows} ends={ends} rowHeight={rowHeight} />
        <div ref={ref} className={classes.plot} role="figure" aria-label={coreSummary(label, rows)}>
          <Cells {...{ rows, times, span, width, rowHeight }} />
          <TimeTouch
            {...{ span, label, words, width }}
            times={ends}
            leftPx={0}
            height={rows.length * rowHeight}
          />
          <div className={classes.axis} aria-hidden>
            {[0, 0.25, 0.5, 0.75, 1].map((part) => (
              <span key={part}>{second(span[0] + part * (span[1] - span[0]))}</span>
            ))}
          </div>
        </div>
      </div>
      <Scale />
    </div>
  );
}

/** The cores, and how busy each was at the cursor. */
function Names({ rows, ends, rowHeight }: { rows: CoreRow[]; ends: number[]; rowHeight: number }) {
  const at = useCursorTime(useTimeWindow());
  const cell = at === null ? -1 : nearestReading(ends, at);
  return (
    <div className={classes.names} style={{ lineHeight: `${rowHeight}px` }} aria-hidden>
      {rows.map(({ name, values }, n) => (
        <div key={name} style={{ height: rowHeight }}>
          {rowHeight > 10 || n % 8 === 0 ? name : ''}
          {rowHeight > 10 && <b>{cell < 0 ? '' : share(values[cell])}</b>}
        </div>
      ))}
    </div>
  );
}

interface CellsProps {
  rows: CoreRow[];
  times: number[];
  span: Span;
  width: number;
  rowHeight: number;
}

const Cells = memo(function Cells({ rows, times, span, width, rowHeight }: CellsProps) {
  const edges = useMemo(() => heatEdges(times, span, width), [times, span, width]);
  const cell = width / Math.max(1, times.length - 1);
  const gap = cell > 5 && rowHeight > 9 ? 2 : 0;
  const paths = useMemo(() => heatPaths(rows, { edges, rowHeight, gap }), [rows, edges, rowHeight, gap]);
  return (
    <svg width={width} height={rows.length * rowHeight} style={{ display: 'block' }} aria-hidden>
      {[...paths].map(([n, d]) => (
        <path
          key={n}
          d={d}
          fill={colour(n)}
          stroke={colour(n)}
          strokeWidth={gap / 2}
          strokeLinejoin="round"
        />
      ))}
    </svg>
  );
});

function Scale() {
  return (
    <div className={classes.scale}>
      idle
      <span
        className={classes.ramp}
        style={{ background: `linear-gradient(90deg, ${colour(0)}, ${colour(LEVELS - 1)})` }}
      />
      busy
      <span className={classes.hot} />
      {share(HOT)} and more
    </div>
  );
}

/** One sentence for those who cannot see the cells. */
export function coreSummary(label: string, rows: CoreRow[]): string {
  const hot = rows.filter((row) => hotShare(row) > 0.5).map(({ name }) => name);
  const finiteValues = rows.flatMap(({ values }) => values.filter(isNumber));
  const mean = finiteValues.length
    ? finiteValues.reduce((sum, value) => sum + value, 0) / finiteValues.length
    : null;
  return `${label}, ${rows.length} rows, on average ${share(mean)}; at the limit most of the time: ${hot.join(', ') || 'none'}`;
}
