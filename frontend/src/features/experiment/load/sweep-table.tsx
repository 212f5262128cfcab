import { Table } from '@mantine/core';

import type { LoadSeries } from '@/components/charts/load/load-data';
import { capital, count, measure } from '@/components/words/format';

import classes from '../view/runs-table.module.css';

import type { Sweep } from './sweep';

interface SweepTableProps {
  sweep: Sweep;
  metrics: { name: string; label: string; unit: string; series: LoadSeries[] }[];
}

/** The means of a sweep in figures: the table of its curves. */
export function SweepTable({ sweep, metrics }: SweepTableProps) {
  const rows = sweep.variants.flatMap((variant) => sweep.loads.map((load) => ({ variant, load })));
  return (
    <Table.ScrollContainer minWidth={560} mah={380} mt="md">
      <Table aria-label="Means of the sweep" className={classes.table} horizontalSpacing="xs" stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Variant</Table.Th>
            <Table.Th className={classes.figure}>{capital(sweep.axis)}</Table.Th>
            {metrics.map(({ name, label }) => (
              <Table.Th key={name} className={classes.figure}>
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ variant, load }) => (
            <Table.Tr key={`${variant} ${load}`}>
              <Table.Td>{variant}</Table.Td>
              <Table.Td className={classes.figure}>{count(load)}</Table.Td>
              {metrics.map(({ name, unit, series }) => (
                <Table.Td key={name} className={classes.figure}>
                  {measure(valueOf(series, variant, load), unit)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

const valueOf = (series: LoadSeries[], variant: string, load: number) =>
  series.find(({ name }) => name === variant)?.points.find((point) => point.load === load)?.value;
