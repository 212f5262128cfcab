import { Table } from '@mantine/core';

interface FigureHeadsProps {
  /** Over the names of the rows. */
  first: string;
  figures: string[];
}

/** The quiet head of a table of figures. */
export const FigureHeads = ({ first, figures }: FigureHeadsProps) => (
  <Table.Thead>
    <Table.Tr c="dimmed">
      <Table.Th fw={500}>{first}</Table.Th>
      {figures.map((head, n) => (
        <Table.Th key={n} fw={500} ta="right">
          {head}
        </Table.Th>
      ))}
    </Table.Tr>
  </Table.Thead>
);
