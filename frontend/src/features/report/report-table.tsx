import type { Key, ReactNode } from 'react';

import classes from './report.module.css';

export interface ReportColumn<Row> {
  name: string;
  cell: (row: Row) => ReactNode;
  figure?: true | 'strong';
  className?: string;
  /** It says which row it is. */
  isName?: boolean;
}

interface ReportTableProps<Row> {
  label: string;
  /** False: not shown. */
  columns: (ReportColumn<Row> | false)[];
  rows: Row[];
  keyOf: (row: Row) => Key;
}

/** A table that is printed, too; on a narrow screen it scrolls by itself. */
export function ReportTable<Row>({ label, columns: wished, rows, keyOf }: ReportTableProps<Row>) {
  const columns = wished.filter((column) => column !== false);
  return (
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={label}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ name, figure }, n) => (
              <th key={n} scope="col" data-figure={figure && true}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ cell, figure, className, isName }, n) =>
                isName ? (
                  <th key={n} scope="row">
                    {cell(row)}
                  </th>
                ) : (
                  <td key={n} className={className} data-figure={figure}>
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
