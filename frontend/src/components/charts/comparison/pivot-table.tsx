import type { KeyboardEvent, ReactNode } from 'react';

import { heatColour } from '@/components/charts/kit/heat';

import classes from './pivot-table.module.css';

export interface PivotCell {
  /** The figure that matters: “+26.7%” or “347.5k req/s”. */
  value: string;
  /** Below it, smaller: change, interval or mean. */
  note?: string;
  verdict?:
    'better' | 'worse' | 'same' | 'unclear' | 'interim' | 'left_out' | 'context' | 'baseline' | 'control';
  /** 0 pale … 1 strong; without it the cell is plain. */
  heat?: number | null;
  /** Why there is no figure; the cell is hatched. */
  missing?: boolean;
}

/** What makes a cell's content reachable by the arrow keys; for a link or a hint around it. */
export interface CellFocus {
  'data-cell': true;
  tabIndex: number;
}

interface PivotTableProps {
  rowFactor: string;
  columnFactor: string;
  rows: string[];
  columns: string[];
  cell: (row: string, column: string) => PivotCell;
  /** Puts a link or a hint around a cell's content. */
  wrap?: (row: string, column: string, content: ReactNode, focus: CellFocus) => ReactNode;
  caption: string;
}

/** One factor down, one across; the ground is the value, a word the verdict. */
export function PivotTable({ rowFactor, columnFactor, rows, columns, cell, wrap, caption }: PivotTableProps) {
  return (
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={caption}>
      <table className={classes.table} onKeyDown={(event) => move(event, columns.length)}>
        <caption className={classes.caption}>{caption}</caption>
        <thead>
          <tr>
            <th className={classes.corner} scope="col">
              {rowFactor} ↓ {columnFactor} →
            </th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, y) => (
            <tr key={row}>
              <th scope="row">{row}</th>
              {columns.map((column, x) => (
                <Cell
                  key={column}
                  content={cell(row, column)}
                  wrap={(content) =>
                    wrap?.(row, column, content, { 'data-cell': true, tabIndex: x + y === 0 ? 0 : -1 }) ??
                    content
                  }
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell({ content, wrap }: { content: PivotCell; wrap: (content: ReactNode) => ReactNode }) {
  const { value, note, verdict, heat, missing } = content;
  return (
    <td
      className={classes.cell}
      data-verdict={verdict}
      data-missing={missing}
      style={typeof heat === 'number' ? { background: heatColour(heat) } : undefined}
    >
      {wrap(
        <>
          <span className={classes.value}>{value}</span>
          {note && <span className={classes.note}>{note}</span>}
          {verdict && (
            <span className={classes.verdict} data-verdict={verdict}>
              {verdict}
            </span>
          )}
        </>,
      )}
    </td>
  );
}

const STEPS: Record<string, (columns: number) => number> = {
  ArrowLeft: () => -1,
  ArrowRight: () => 1,
  ArrowUp: (columns) => -columns,
  ArrowDown: (columns) => columns,
};

/** Arrow keys go from cell to cell; Tab passes the table in one step. */
function move(event: KeyboardEvent<HTMLTableElement>, columns: number) {
  const step = STEPS[event.key]?.(columns);
  const cells = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-cell]')];
  const at = cells.indexOf(document.activeElement as HTMLElement);
  if (step === undefined || at < 0) return;
  event.preventDefault();
  const sameRow = Math.floor(at / columns) === Math.floor((at + step) / columns);
  if (Math.abs(step) !== 1 || columns === 1 || sameRow) cells[at + step]?.focus();
}

interface HeatLegendProps {
  low: string;
  high: string;
  /** What the shade stands for: “req/s, more is better”. */
  text: string;
}

/** From the palest to the strongest shade. */
export function HeatLegend({ low, high, text }: HeatLegendProps) {
  return (
    <div className={classes.legend}>
      {low}
      <span
        className={classes.ramp}
        style={{ background: `linear-gradient(90deg, ${heatColour(0)}, ${heatColour(1)})` }}
        aria-hidden
      />
      {high}
      <span className={classes.meaning}>{text}</span>
    </div>
  );
}
