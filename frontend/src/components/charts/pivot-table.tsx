import type { ReactNode } from 'react';

import classes from './pivot-table.module.css';

export interface PivotCell {
  /** The figure that matters: “+26.7%” or “347.5k”. */
  value: string;
  /** Below it, smaller: interval, spread or verdict. */
  note?: string;
  verdict?: 'better' | 'worse' | 'same' | 'unclear' | 'baseline' | 'control';
}

export interface PivotTableProps {
  rowFactor: string;
  columnFactor: string;
  rows: string[];
  columns: string[];
  cell: (row: string, column: string) => PivotCell | null;
  /** Wraps the figure, for a link to its run. */
  wrap?: (row: string, column: string, content: ReactNode) => ReactNode;
  caption: string;
}

/** One factor down, one across; the colour is the verdict. */
export function PivotTable({ rowFactor, columnFactor, rows, columns, cell, wrap, caption }: PivotTableProps) {
  return (
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={caption}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th className={classes.corner}>
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
          {rows.map((row) => (
            <tr key={row}>
              <th scope="row">{row}</th>
              {columns.map((column) => (
                <Cell
                  key={column}
                  content={cell(row, column)}
                  wrap={wrap && ((content) => wrap(row, column, content))}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell({ content, wrap }: { content: PivotCell | null; wrap?: (content: ReactNode) => ReactNode }) {
  if (!content) return <td className={classes.cell}>–</td>;
  const value = <span className={classes.value}>{content.value}</span>;
  return (
    <td className={classes.cell} data-verdict={content.verdict}>
      {wrap ? wrap(value) : value}
      {content.note && <div className={classes.note}>{content.note}</div>}
    </td>
  );
}
