import { useId } from '@mantine/hooks';
import {
  type ElementType,
  type KeyboardEvent,
  memo,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

import { useWidth } from './measured';
import classes from './row-frame.module.css';
import { tipTop } from './tip-place';

interface FrameRow {
  id: string;
  leftText: ReactNode;
  right: ReactNode;
  tip?: ReactNode;
}

/** The middle column in pixels, and where a row's marks go. */
export interface Plot {
  width: number;
  rowHeight: number;
  /** Distance from a row's top to the middle of its marks. */
  middle: number;
  compact: boolean;
}

interface RowFrameProps {
  rows: FrameRow[];
  label: string;
  /** Widths of the outer columns on a wide screen. */
  leftSpace: number;
  right: number;
  rowHeight: number;
  /** Height of a row's marks alone, used where texts stand above them. */
  markHeight: number;
  /** Room for the axis above and below the rows. */
  top: number;
  bottom: number;
  draw: (plot: Plot) => ReactNode;
  onSelect?: (id: string) => void;
  /** Height of the text above a row's marks on a phone. */
  textHeight?: number;
  /** A thin line between rows. */
  isDivided?: boolean;
}

const COMPACT_BELOW = 640;

/** Rows of text with one drawing across all of them; on a phone the text stands above each row's marks. */
export function RowFrame(props: RowFrameProps) {
  const { rows, label, leftSpace, right, top, bottom, draw, onSelect, textHeight = 28 } = props;
  const { ref, width: elementWidth } = useWidth();
  const [active, setActive] = useState<number>();
  const width = elementWidth || 1000;
  const compact = width < COMPACT_BELOW;
  const rowHeight = compact ? textHeight + props.markHeight : props.rowHeight;
  const middle = compact ? textHeight + props.markHeight / 2 - 2 : rowHeight / 2;
  const plotWidth = Math.max(80, compact ? width : width - leftSpace - right);

  return (
    <div
      ref={ref}
      className={classes.frame}
      data-compact={compact}
      data-divided={props.isDivided}
      style={{ paddingTop: top, paddingBottom: bottom }}
    >
      <div className={classes.plot} style={{ left: compact ? 0 : leftSpace, top: 0 }} aria-hidden>
        <Drawing draw={draw} width={plotWidth} rowHeight={rowHeight} middle={middle} compact={compact} />
      </div>
      <Rows
        rows={rows}
        label={label}
        height={rowHeight}
        leftWidth={compact ? undefined : leftSpace}
        rightWidth={compact ? undefined : right}
        onSelect={onSelect}
        onActive={setActive}
      />
      {active !== undefined && rows[active]?.tip && (
        <Tip at={active} top={top} rowHeight={rowHeight} leftPx={compact ? 8 : leftSpace}>
          {rows[active].tip}
        </Tip>
      )}
    </div>
  );
}

// Hovering a row changes only the tip: the drawing and the rows below are not drawn again.
const Drawing = memo(function Drawing({ draw, ...plot }: Plot & { draw: (plot: Plot) => ReactNode }) {
  return draw(plot);
});

interface RowsProps {
  rows: FrameRow[];
  label: string;
  height: number;
  leftWidth?: number;
  rightWidth?: number;
  onSelect?: (id: string) => void;
  onActive: (index: number | undefined) => void;
}

/** One stop for the Tab key; arrow keys go from row to row. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  all[all.indexOf(document.activeElement as HTMLElement) + step]?.focus();
}

const Rows = memo(function Rows({
  rows,
  label,
  height,
  leftWidth,
  rightWidth,
  onSelect,
  onActive,
}: RowsProps) {
  // a row that leads nowhere has its tip alone
  const Row: ElementType = onSelect ? 'button' : 'div';
  return (
    <ul
      className={classes.rows}
      aria-label={label}
      onKeyDown={moveFocus}
      onMouseLeave={() => onActive(undefined)}
    >
      {rows.map((row, n) => (
        <li key={row.id} style={{ height }}>
          <Row
            type={onSelect && 'button'}
            data-row
            data-link={Boolean(onSelect)}
            className={classes.row}
            style={{ height }}
            tabIndex={n === 0 ? 0 : -1}
            onClick={onSelect && (() => onSelect(row.id))}
            onMouseEnter={() => onActive(n)}
            onFocus={() => onActive(n)}
            onBlur={() => onActive(undefined)}
          >
            <span className={classes.left} style={{ width: leftWidth }}>
              {row.leftText}
            </span>
            <span className={classes.right} style={{ width: rightWidth }}>
              {row.right}
            </span>
          </Row>
        </li>
      ))}
    </ul>
  );
});

interface TipProps {
  at: number;
  top: number;
  rowHeight: number;
  leftPx: number;
  children: ReactNode;
}

function Tip({ at, top, rowHeight, leftPx: leftSpace, children }: TipProps) {
  const id = useId();
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const tip = ref.current;
    const frame = tip?.offsetParent?.getBoundingClientRect().top;
    if (!tip || frame === undefined) return;
    const row = frame + top + at * rowHeight;
    tip.style.top = `${tipTop(row, rowHeight, tip.offsetHeight, window.innerHeight) - frame}px`;
  });
  return (
    <div ref={ref} id={id} role="tooltip" className={classes.tip} style={{ left: leftSpace }}>
      {children}
    </div>
  );
}
