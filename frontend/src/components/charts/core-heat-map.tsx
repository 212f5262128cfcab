import { useElementSize } from '@mantine/hooks';
import { type MouseEvent, useMemo, useState } from 'react';

import { TipBox } from './chart-kit';
import { type CoreRow, heatPaths, HOT, hotShare, LEVELS } from './core-heat-data';
import classes from './core-heat-map.module.css';
import { share } from '../format';

export interface CoreHeatMapProps {
  rows: CoreRow[];
  /** Second of the first cell, counted from the trial's start. */
  start?: number;
  /** Seconds a cell stands for. */
  step?: number;
  rowHeight?: number;
}

const colour = (at: number) =>
  at >= LEVELS
    ? 'var(--dyno-hot)'
    : `color-mix(in srgb, var(--dyno-accent) ${Math.round(8 + (at / (LEVELS - 1)) * 80)}%, var(--dyno-surface))`;

/** CPU per core, one second a cell: pale is idle, blue is busy, orange is at the limit. */
export function CoreHeatMap({
  rows,
  start = 0,
  step = 1,
  rowHeight = rows.length > 32 ? 8 : 17,
}: CoreHeatMapProps) {
  const { ref, width: measured } = useElementSize<HTMLDivElement>();
  const width = measured || 700;
  const columns = Math.max(1, ...rows.map(({ values }) => values.length));
  const cell = width / columns;
  const gap = cell > 5 && rowHeight > 9 ? 2 : 0;
  const paths = useMemo(() => heatPaths(rows, { cell, rowHeight, gap }), [rows, cell, rowHeight, gap]);
  const [at, setAt] = useState<{ x: number; y: number }>();

  const point = (event: MouseEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    setAt({
      x: Math.floor((event.clientX - box.left) / cell),
      y: Math.floor((event.clientY - box.top) / rowHeight),
    });
  };
  const row = at && rows[at.y];
  const second = (n: number) => `${Number((start + n * step).toFixed(1))} s`;

  return (
    <div>
      <div className={classes.box}>
        <div className={classes.names} style={{ lineHeight: `${rowHeight}px` }} aria-hidden>
          {rows.map(({ name }, n) => (
            <div key={name} style={{ height: rowHeight }}>
              {rowHeight > 10 || n % 8 === 0 ? name : ''}
            </div>
          ))}
        </div>
        <div ref={ref} className={classes.plot}>
          <svg
            width={width}
            height={rows.length * rowHeight}
            role="img"
            aria-label={summary(rows)}
            onMouseMove={point}
            onMouseLeave={() => setAt(undefined)}
            style={{ display: 'block' }}
          >
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
          {at && row && (
            <div className={classes.tip} style={{ left: (at.x + 0.5) * cell, top: at.y * rowHeight - 4 }}>
              <TipBox
                title={`${row.name}, ${second(at.x)}`}
                lines={[{ name: 'busy', value: share(row.values[at.x]) }]}
              />
            </div>
          )}
          <div className={classes.axis} aria-hidden>
            {[0, 0.25, 0.5, 0.75, 1].map((part) => (
              <span key={part}>{second(part * columns)}</span>
            ))}
          </div>
        </div>
      </div>
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
    </div>
  );
}

function summary(rows: CoreRow[]): string {
  const hot = rows.filter((row) => hotShare(row) > 0.5).map(({ name }) => name);
  return `CPU per core over time, ${rows.length} cores; at the limit most of the time: ${hot.join(', ') || 'none'}`;
}
