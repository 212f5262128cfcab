import { Table, Text } from '@mantine/core';

import type { Accounting } from '@/api/types';

import classes from './accounting-table.module.css';

/** Parts of the time a request, which add up, in the words that the server gives them. */
export function AccountingTable({ accounting }: { accounting: Accounting }) {
  const { caption, columns, notes, rows, title } = accounting;
  return (
    <div>
      {rows.length > 0 && (
        <Table.ScrollContainer minWidth={300}>
          <Table aria-label={title} fz="sm" verticalSpacing={4} className={classes.table}>
            <Table.Thead>
              <Table.Tr c="dimmed">
                {columns.map((column) => (
                  <Table.Th key={column} fw={500}>
                    {column}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map(({ clear, name, texts }) => (
                <Table.Tr key={name} data-clear={clear} data-whole={name === 'whole'}>
                  {texts.map((text, n) => (
                    <Table.Td key={columns[n]}>{text}</Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      <Text fz="xs" c="dimmed" mt={6} maw={760}>
        {[caption, ...notes].filter(Boolean).join(' ')}
      </Text>
    </div>
  );
}
