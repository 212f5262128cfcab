import { Table, Tooltip } from '@mantine/core';

import { useUrlParam } from '@/components/ui/navigation/use-url-param';

import classes from '../view/runs-table.module.css';

import { nextSort, type Sort, type SortKey } from './table-rows';

interface SortHeadProps {
  name: SortKey;
  sort?: Sort;
  figure?: boolean;
  hint?: string;
  /** Left out on a phone. */
  roomy?: boolean;
  /** Sorts on a click. */
  sorts?: boolean;
  children: string | string[];
}

/** A column's head that sorts by it; the order is in the address. */
export function SortHead({ name, sort, figure = false, hint, roomy, sorts = true, children }: SortHeadProps) {
  const [, setSort] = useUrlParam('sort');
  const active = sort?.key === name;
  const button = (
    <button type="button" className={classes.sort} onClick={() => setSort(nextSort(sort, name))}>
      {children}
      {active && (sort.down ? ' ↓' : ' ↑')}
    </button>
  );
  return (
    <Table.Th
      className={figure ? classes.figure : undefined}
      data-roomy={roomy}
      aria-sort={active ? (sort.down ? 'descending' : 'ascending') : undefined}
    >
      {!sorts ? children : hint ? <Tooltip label={hint}>{button}</Tooltip> : button}
    </Table.Th>
  );
}
