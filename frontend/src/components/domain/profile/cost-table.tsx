import { Table } from '@mantine/core';
import { useState } from 'react';

import { SortHead } from '@/components/ui/layout/sort-head';

import classes from './cost-table.module.css';

export interface CostCell {
  text: string;
  value: number;
}

export interface CostRow {
  name: string;
  kind: string;
  cells: CostCell[];
  /** What may be believed stands out. */
  strong?: boolean;
}

interface CostTableProps {
  label: string;
  /** `wide`: not on a phone, where what was found has to be in sight. */
  columns: { name: string; hint?: string; wide?: boolean }[];
  rows: CostRow[];
  /** The column that it is sorted by at first. */
  by: number;
}

const MAX_ROWS = 150;

/** Functions or parts with their figures, by size of whichever column is chosen. */
export function CostTable({ label, columns, rows, by }: CostTableProps) {
  const [sort, setSort] = useState({ column: by, down: true });
  const size = (row: CostRow) => Math.abs(row.cells[sort.column]?.value ?? 0);
  const sortedRows = [...rows].sort((a, b) => (size(b) - size(a)) * (sort.down ? 1 : -1)).slice(0, MAX_ROWS);
  const order = (column: number) =>
    sort.column === column ? (sort.down ? 'descending' : 'ascending') : undefined;
  return (
    <Table.ScrollContainer minWidth={320} mah={420} scrollAreaProps={{ type: 'auto' }}>
      <Table aria-label={label} className={classes.table} stickyHeader fz="xs" verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Function</Table.Th>
            {columns.map(({ name, hint, wide }, column) => (
              <SortHead
                key={name}
                className={classes.figure}
                data-wide={wide}
                title={hint}
                order={order(column)}
                onSort={() => setSort({ column, down: sort.column === column ? !sort.down : true })}
              >
                {name}
              </SortHead>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sortedRows.map((row) => (
            <Table.Tr key={`${row.kind} ${row.name}`} data-strong={row.strong}>
              <Table.Td className={classes.name}>
                {row.name} <span>{row.kind}</span>
              </Table.Td>
              {row.cells.map((cell, n) => (
                <Table.Td key={n} className={classes.figure} data-wide={columns[n]?.wide}>
                  {cell.text}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
