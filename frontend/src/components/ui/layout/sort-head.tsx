import { Table, type TableThProps, Tooltip } from '@mantine/core';

import classes from './sort-head.module.css';

interface SortHeadProps extends TableThProps {
  /** Direction of the order, where it is by this column. */
  order?: 'ascending' | 'descending';
  hint?: string;
  onSort: () => void;
}

/** A column's head that sorts by it. */
export function SortHead({ order, hint, onSort, children, ...more }: SortHeadProps) {
  const button = (
    <button type="button" className={classes.sort} onClick={onSort}>
      {children}
      {order && (order === 'descending' ? ' ↓' : ' ↑')}
    </button>
  );
  return (
    <Table.Th aria-sort={order} {...more}>
      {hint ? <Tooltip label={hint}>{button}</Tooltip> : button}
    </Table.Th>
  );
}
