import type { DataTable } from '@/components/charts/data-table/data-table';

import classes from './chart-table.module.css';

/** The figures of a chart as a table; long ones scroll in a box of their own. */
export default function ChartTable({ table: { columns, rows }, label }: { table: DataTable; label: string }) {
  return (
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={`${label}, as a table`}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ name, figure }) => (
              <th key={name} scope="col" data-figure={figure}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, n) => (
            <tr key={n}>
              {row.map(({ text }, at) =>
                at === 0 ? (
                  <th key={at} scope="row" data-figure={columns[at]?.figure}>
                    {text}
                  </th>
                ) : (
                  <td key={at} data-figure={columns[at]?.figure}>
                    {text}
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
