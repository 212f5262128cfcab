import type { Plot } from '@/components/charts/kit/row-frame';

import { type DeltaGlyph, deltaGlyph, type DeltaRow, type DeltaScale } from './delta-data';

interface DeltaMarksProps {
  rows: DeltaRow[];
  scale: DeltaScale;
  plot: Plot;
  leftPx: number;
  top: number;
  width: number;
}

const BAR = 15;
const CAP = 5;

/** The thin one, for all together, lies under the plain interval. */
const WHISKERS = [
  { part: 'together', width: 0.7 },
  { part: 'whisker', width: 1.4 },
] as const;

const FILLS = {
  better: 'var(--dyno-better)',
  worse: 'var(--dyno-worse)',
  same: 'var(--dyno-unclear)',
  unclear: 'var(--dyno-unclear)',
  interim: 'var(--dyno-unclear)',
  left_out: 'var(--dyno-unclear)',
  context: 'var(--dyno-unclear)',
  control: 'var(--dyno-unclear)',
};

/** Bars, whiskers and dots as plain shapes: a few elements per row keep 200 rows quick. */
export function DeltaMarks({ rows, scale, plot, leftPx, top, width }: DeltaMarksProps) {
  return (
    <g>
      {rows.map((row, n) => (
        <g
          key={row.id}
          transform={`translate(${leftPx} ${top + n * plot.rowHeight + plot.middle})`}
          data-verdict={row.verdict}
          opacity={row.verdict === 'left_out' || row.verdict === 'context' ? 0.45 : undefined}
        >
          <Bar row={row} glyph={deltaGlyph(row, scale, width)} />
        </g>
      ))}
    </g>
  );
}

function Bar({ row, glyph }: { row: DeltaRow; glyph: DeltaGlyph }) {
  const hollow = Boolean(row.invalid);
  const fill = FILLS[row.verdict];
  return (
    <>
      {glyph.bar && (
        <rect
          x={glyph.bar.x}
          y={-BAR / 2}
          width={glyph.bar.width}
          height={BAR}
          rx={2}
          fill={hollow ? 'none' : fill}
          stroke={hollow ? 'var(--dyno-danger)' : 'none'}
          strokeDasharray={hollow ? '3 3' : undefined}
        />
      )}
      {glyph.bar?.cut && (
        <Break x={row.change && row.change > 0 ? glyph.bar.x + glyph.bar.width - 16 : glyph.bar.x + 10} />
      )}
      {WHISKERS.map(({ part, width }) => {
        const ends = glyph[part];
        return (
          ends && (
            <path
              key={part}
              data-part={part}
              d={whiskerPath(ends)}
              stroke="var(--dyno-ink)"
              strokeWidth={width}
              fill="none"
            />
          )
        );
      })}
      {glyph.dots.length > 0 && (
        <path d={dotsPath(glyph.dots)} fill={hollow ? 'none' : 'var(--dyno-dot)'} stroke="var(--dyno-dot)" />
      )}
    </>
  );
}

/** Two slanted strokes: this bar goes on beyond the edge. */
function Break({ x }: { x: number }) {
  const y = BAR / 2 + 2;
  return (
    <path
      d={`M${x} ${y}l5 ${-2 * y}M${x + 5} ${y}l5 ${-2 * y}`}
      stroke="var(--dyno-surface)"
      strokeWidth={2.5}
    />
  );
}

function whiskerPath({ x1, x2, open1, open2 }: NonNullable<DeltaGlyph['whisker']>): string {
  const end = (x: number, open: boolean, inward: number) =>
    open ? `M${x + inward} ${-CAP}L${x} 0L${x + inward} ${CAP}` : `M${x} ${-CAP}V${CAP}`;
  return `M${x1} 0H${x2}${end(x1, open1, 5)}${end(x2, open2, -5)}`;
}

function dotsPath(xs: number[]): string {
  const r = 1.7;
  return xs
    .map((x) => `M${(x - r).toFixed(1)} 13a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`)
    .join('');
}
