import { Table } from '@mantine/core';

import type { Accounting } from '@/api/types';
import { PlainTable } from '@/components/ui/layout/plain-table';
import { Small } from '@/components/ui/labels/texts';

import classes from './accounting-table.module.css';

/** Parts of the time a request, which add up, in the words that the server gives them. */
export function AccountingTable({ accounting }: { accounting: Accounting }) {
  const { caption, columns, notes, rows, title } = accounting;
  return (
    <div>
      {rows.length > 0 && (
        <PlainTable label={title} heads={columns} minWidth={300} spacing={4} className={classes.table}>
          {rows.map(({ clear, name, texts }) => (
            <Table.Tr key={name} data-clear={clear} data-whole={name === 'whole'}>
              {texts.map((text, n) => (
                <Table.Td key={columns[n]}>{text}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </PlainTable>
      )}
      <Small mt={6} maw={760}>
        {[caption, ...notes].filter(Boolean).join(' ')}
      </Small>
    </div>
  );
}
