import { type PointerEvent, useMemo, useState } from 'react';

import { useWidth } from '@/components/charts/kit/measured';
import { count, latency } from '@/components/words/format';

import {
  columnEnd,
  columnOf,
  columnRange,
  columnStart,
  heatLevel,
  heatShare,
  heatSummary,
  heatTicks,
  type LatencyHeat,
  LEVELS,
  type ShareScale,
  shareScale,
} from './latency-heat-data';
import classes from './latency-heat-map.module.css';

const AXIS = 18;
const MIN_LABELLED_PX = 12;

const PALEST = 10;
const DARKEST = 95;

/** Nothing is written on the cells, so the hue may be stronger than in a table. */
const colour = (level: number) =>
  `color-mix(in srgb, var(--dyno-accent) ${Math.round(PALEST + (level / (LEVELS - 1)) * (DARKEST - PALEST))}%, var(--dyno-surface))`;
const heightOf = (rounds: number) => (rounds > 40 ? 6 : rounds > 20 ? 10 : 16);

/** Each round as a row, its requests by latency across: a round that stalled shows as a row that reaches far. */
export function LatencyHeatMap({ maps }: { maps: LatencyHeat[] }) {
  const { ref, width: elementWidth } = useWidth();
  const [readText, setTold] = useState('');
  const range = useMemo(() => columnRange(maps), [maps]);
  const scale = useMemo(() => shareScale(maps), [maps]);
  const width = elementWidth || 700;
  return (
    <div>
      <div role="img" aria-label={heatSummary(maps)}>
        {maps.map((map, n) => (
          <div key={map.name}>
            {maps.length > 1 && <div className={classes.name}>{map.name}</div>}
            <Rows
              {...{ map, range, scale, width, onTell: setTold }}
              axis={n === maps.length - 1}
              plot={n === 0 ? ref : undefined}
            />
          </div>
        ))}
      </div>
      <div className={classes.foot} aria-hidden>
        <span className={classes.read}>{readText}</span>
        <Scale {...scale} />
      </div>
    </div>
  );
}

interface RowsProps {
  map: LatencyHeat;
  range: { first: number; last: number };
  scale: ShareScale;
  width: number;
  axis: boolean;
  plot?: (instance: HTMLDivElement | null) => void;
  onTell: (text: string) => void;
}

function Rows({ map: { heat }, range, scale, width, axis, plot, onTell }: RowsProps) {
  const { rounds } = heat;
  const row = heightOf(rounds.length);
  const cell = width / (range.last - range.first + 1);
  const height = rounds.length * row;
  const x = (column: number) => (column - range.first) * cell;
  const paths = useMemo(
    () => cellPaths(heat, scale, range.first, cell, row),
    [heat, scale, range.first, cell, row],
  );
  const tell = ({ nativeEvent: { offsetX, offsetY } }: PointerEvent) => {
    const round = rounds[Math.floor(offsetY / row)];
    const column = range.first + Math.floor(offsetX / cell);
    const share = round?.shares[column - heat.first] ?? 0;
    onTell(
      round
        ? `round ${round.round}: ${heatShare(share)} of ${count(round.requests)} requests took ${latency(columnStart(column))} to ${columnEnd(column)}`
        : '',
    );
  };
  return (
    <div className={classes.box}>
      <div className={classes.rounds} style={{ lineHeight: `${row}px` }} aria-hidden>
        {rounds.map(({ round }, n) => (
          <div key={round} style={{ height: row }}>
            {row >= MIN_LABELLED_PX || n % 5 === 0 ? round : ''}
          </div>
        ))}
      </div>
      <div ref={plot} className={classes.plot}>
        <svg
          width={width}
          height={height + (axis ? AXIS : 4)}
          style={{ display: 'block', overflow: 'visible' }}
          aria-hidden
          onPointerMove={tell}
          onPointerLeave={() => onTell('')}
        >
          {[...paths].map(([level, d]) => (
            <path key={level} d={d} fill={colour(level)} />
          ))}
          <path d={tailMarks(heat, x, row)} stroke="var(--dyno-ink)" strokeWidth="1.5" />
          {axis &&
            heatTicks(range.first, range.last)
              .filter(apart(x))
              .map(({ at, label }) => (
                <text
                  key={label}
                  x={x(at)}
                  y={height + 14}
                  textAnchor={anchor(x(at), width)}
                  className={classes.tick}
                >
                  {label}
                </text>
              ))}
        </svg>
      </div>
    </div>
  );
}

const LABEL = 54;

/** Keeps the labels that do not run into the one before. */
function apart(x: (column: number) => number) {
  let end = -Infinity;
  return ({ at }: { at: number }) => {
    const keep = x(at) >= end;
    if (keep) end = x(at) + LABEL;
    return keep;
  };
}

const anchor = (x: number, width: number) => (x < 20 ? 'start' : x > width - 20 ? 'end' : 'middle');

/** One path for each level: thousands of cells cost a handful of elements. */
function cellPaths(
  { first, rounds }: LatencyHeat['heat'],
  scale: ShareScale,
  start: number,
  cell: number,
  row: number,
) {
  const paths = new Map<number, string>();
  const h = row - (row > 8 ? 1 : 0);
  rounds.forEach(({ shares }, y) =>
    shares.forEach((share, n) => {
      const level = heatLevel(share, scale);
      if (level < 0) return;
      const x = ((first + n - start) * cell).toFixed(2);
      const piece = `M${x} ${y * row}h${(cell + 0.3).toFixed(2)}v${h}h${(-cell - 0.3).toFixed(2)}z`;
      paths.set(level, (paths.get(level) ?? '') + piece);
    }),
  );
  return paths;
}

/** A stroke in each row where 99 of 100 requests were answered. */
const tailMarks = ({ first, rounds }: LatencyHeat['heat'], x: (column: number) => number, row: number) =>
  rounds
    .map(({ shares }, y) => `M${x(first + columnOf(shares, 0.99) + 1).toFixed(1)} ${y * row}v${row - 1}`)
    .join('');

function Scale({ faintest, fullest }: ShareScale) {
  const levels = Array.from({ length: LEVELS }, (_, level) => level);
  return (
    <span className={classes.scale}>
      {heatShare(faintest)}
      <span className={classes.ramp}>
        {levels.map((level) => (
          <span key={level} style={{ background: colour(level) }} />
        ))}
      </span>
      {heatShare(fullest)} of the round · <span className={classes.stroke} /> p99
    </span>
  );
}
