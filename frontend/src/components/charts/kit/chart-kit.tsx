import type { ReactNode } from 'react';

import { tick } from '@/components/words/format';

import classes from './chart-kit.module.css';
import { useWidth } from './measured';

interface SizedProps {
  height: number;
  label: string;
  /** Something in the drawing takes the keyboard's focus. */
  interactive?: boolean;
  children: (width: number) => ReactNode;
}

/** Measures the room a chart has and draws it at that size; 800 px where nothing can be measured. */
export function Sized({ height, label, interactive = false, children }: SizedProps) {
  const { ref, width } = useWidth();
  return (
    <div ref={ref} role={interactive ? 'figure' : 'img'} aria-label={label} style={{ height, minWidth: 0 }}>
      {children(width || 800)}
    </div>
  );
}

interface LegendItem {
  name: string;
  colour: string;
  dash?: string;
  /** Drawn as a dot, not as a line. */
  isDot?: boolean;
  note?: string;
}

export function Legend({ items }: { items: LegendItem[] }) {
  return (
    <ul className={classes.legend}>
      {items.map(({ name, colour, dash, isDot, note }) => (
        <li key={name}>
          <svg width="16" height="8" aria-hidden>
            {isDot ? (
              <circle cx="8" cy="4" r="4" fill={colour} />
            ) : (
              <line x1="0" x2="16" y1="4" y2="4" stroke={colour} strokeWidth="2.5" strokeDasharray={dash} />
            )}
          </svg>
          {name}
          {note && <span className={classes.note}>{note}</span>}
        </li>
      ))}
    </ul>
  );
}

/** The box that follows the pointer: a heading and lines of name and value. */
export function TipBox({
  title,
  lines,
}: {
  title: ReactNode;
  lines: { name: string; value: string; colour?: string }[];
}) {
  return (
    <div className={classes.tip}>
      <strong>{title}</strong>
      {lines.map(({ name, value, colour }) => (
        <div key={name} className={classes.line}>
          {colour && <span className={classes.swatch} style={{ background: colour }} />}
          <span>{name}</span>
          <span className={classes.value}>{value}</span>
        </div>
      ))}
    </div>
  );
}

type Margin = Partial<Record<'top' | 'right' | 'bottom' | 'left', number>>;

/** Size of a drawing and the room around it. What keyboards and screen readers need stands around it. */
export const plotSize = (width: number, height: number, margin: Margin = {}) => ({
  width,
  height,
  margin: { top: 8, right: 16, bottom: 0, left: 0, ...margin },
  accessibilityLayer: false,
});

/** A line without dots that is drawn at once. */
export const plainLine = { dot: false, activeDot: false, isAnimationActive: false } as const;

export const tickStyle = { className: classes.tick };
export const quietAxis = { axisLine: false, tickLine: false, tick: tickStyle } as const;

interface AxisScale {
  domain: [number, number];
  ticks: number[];
}

const scaledAxis = ({ domain, ticks }: AxisScale, tickFormatter: (value: number) => string) =>
  ({ ...quietAxis, type: 'number', domain, ticks, interval: 0, tickFormatter }) as const;

/** The axis on the left: each of its ticks, in the unit. */
export const valueAxis = (scale: AxisScale, unit: string) => ({
  ...scaledAxis(scale, (value) => tick(value, unit)),
  width: 58,
});

/** The axis to the right: it ends where its scale does, whatever is beyond. */
export const acrossAxis = (scale: AxisScale, write: (value: number) => string) => ({
  ...scaledAxis(scale, write),
  allowDataOverflow: true,
});
