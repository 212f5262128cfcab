import { Table, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';

interface PlainTableProps {
  label: string;
  heads: readonly string[];
  /** Of each column, the last one included, so that no long word of one takes the room of the others. */
  widths?: readonly (number | string | undefined)[];
  /** What the buttons in the last column do, for whoever hears the table; without it there are none. */
  last?: string;
  /** px; where there are less it scrolls. */
  minWidth: number;
  spacing?: number;
  /** Rows. */
  children: ReactNode;
}

/** Rows of words and buttons, as on pages that manage people, tokens and links. */
export function PlainTable({ label, heads, widths, last, minWidth, spacing = 8, children }: PlainTableProps) {
  return (
    <Table.ScrollContainer minWidth={minWidth}>
      <Table
        aria-label={label}
        fz="sm"
        verticalSpacing={spacing}
        layout={widths && 'fixed'}
        style={{ overflowWrap: widths && 'anywhere' }}
      >
        <Table.Thead>
          <Table.Tr c="dimmed">
            {heads.map((head, n) => (
              <Table.Th key={head} fw={500} w={widths?.[n]}>
                {head}
              </Table.Th>
            ))}
            {last && (
              <Table.Th w={widths?.[heads.length]}>
                <VisuallyHidden>{last}</VisuallyHidden>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
