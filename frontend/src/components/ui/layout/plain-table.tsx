import {
  Table,
  type TableProps,
  type TableScrollContainerProps,
  type TableThProps,
  VisuallyHidden,
} from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';

import classes from './plain-table.module.css';

/** The word over a column, with how it stands there; false where the column is not shown. */
export type Head = string | false | ({ name: ReactNode } & TableThProps);

interface PlainTableProps extends Omit<TableProps, 'children'> {
  label: string;
  heads: readonly Head[];
  /** Of each column, the last one included, so that no long word of one takes the room of the others. */
  widths?: readonly (number | string | undefined)[];
  /** What the buttons in the last column do, for whoever hears the table; without it there are none. */
  last?: string;
  /** px; where there are less it scrolls. Without it, it never does. */
  minWidth?: number;
  /** Of what scrolls it. */
  scroll?: Omit<TableScrollContainerProps, 'minWidth' | 'children'>;
  spacing?: TableProps['verticalSpacing'];
  /** Whether each row is a card on a phone: for rows that are acted on, whose names must not scroll away. */
  stacks?: boolean;
  /** Rows. */
  children: ReactNode;
}

/** Heads of columns of figures. */
export const figureHeads = (...names: (string | false)[]): Head[] =>
  names.map((name) => name && { name, ta: 'right' });

/** Rows below quiet heads: the table of every page. */
export function PlainTable({
  label,
  heads,
  widths,
  last,
  minWidth,
  scroll,
  spacing = 8,
  stacks = false,
  style,
  className,
  children,
  ...more
}: PlainTableProps) {
  const table = (
    <Table
      aria-label={label}
      verticalSpacing={spacing}
      layout={widths && 'fixed'}
      className={stacks ? `${classes.stacked} ${className ?? ''}` : className}
      style={[{ overflowWrap: widths && 'anywhere', ...(stacks && headTexts(heads)) }, style]}
      {...more}
    >
      <Table.Thead bg={more.stickyHeader ? 'var(--dyno-surface)' : undefined}>
        <Table.Tr c="dimmed">
          {heads.map((head, n) => head && <HeadCell key={n} head={head} w={widths?.[n]} />)}
          {last && (
            <Table.Th w={widths?.[heads.length]}>
              <VisuallyHidden>{last}</VisuallyHidden>
            </Table.Th>
          )}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>{children}</Table.Tbody>
    </Table>
  );
  if (minWidth === undefined) return table;
  return (
    <Table.ScrollContainer minWidth={minWidth} className={stacks ? classes.scroll : undefined} {...scroll}>
      {table}
    </Table.ScrollContainer>
  );
}

/** The heads as the cells of a stacked row have them. */
const headTexts = (heads: readonly Head[]): CSSProperties =>
  Object.fromEntries(
    heads
      .filter(Boolean)
      .flatMap((head, n) => (typeof head === 'string' ? [[`--head-${n + 1}`, `"${head}"`]] : [])),
  );

function HeadCell({ head, ...more }: { head: Exclude<Head, false> } & TableThProps) {
  const { name, ...ownProps } = typeof head === 'string' ? { name: head } : head;
  return (
    <Table.Th fw={500} {...more} {...ownProps}>
      {name}
    </Table.Th>
  );
}
