import { Code, Table } from '@mantine/core';

import type { DirectiveFate } from '@/api/types';
import { PlainTable } from '@/components/ui/layout/plain-table';
import { Muted } from '@/components/ui/labels/texts';

/** Directives with their place in the paste, what they became and why. */
export function FateTable({ label, fates }: { label: string; fates: DirectiveFate[] }) {
  return (
    <PlainTable
      label={label}
      heads={['Line', 'Yours', 'Becomes', 'Why']}
      widths={[130, '30%', '30%', undefined]}
      minWidth={720}
      spacing={4}
    >
      {fates.map((fate, n) => (
        <Table.Tr key={n}>
          <Table.Td c="dimmed" title={fate.file}>
            {placeOf(fate)}
          </Table.Td>
          <Table.Td>
            <Code>{fate.text}</Code>
          </Table.Td>
          <Table.Td>
            <Outcome fate={fate} />
          </Table.Td>
          <Table.Td>{fate.reason}</Table.Td>
        </Table.Tr>
      ))}
    </PlainTable>
  );
}

function Outcome({ fate }: { fate: DirectiveFate }) {
  if (fate.became) return <Code>{fate.became}</Code>;
  return <Muted span>left out{fate.count > 1 && `, with the ${fate.count - 1} in it`}</Muted>;
}

/** `default.conf:12`: a place in the paste, without folders. */
export const placeOf = ({ file, line }: { file: string; line: number }) =>
  `${file.slice(file.lastIndexOf('/') + 1)}:${line}`;
