import { Table } from '@mantine/core';

import type { LoadSeries } from '@/components/charts/load/load-data';
import { capital, count, measure } from '@/components/words/format';
import { figureHeads, PlainTable } from '@/components/ui/layout/plain-table';

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
    <PlainTable
      label="Means of the sweep"
      heads={['Variant', ...figureHeads(capital(sweep.axis), ...metrics.map(({ label }) => label))]}
      minWidth={560}
      scroll={{ mah: 380, mt: 'md' }}
      spacing="sm"
      className={classes.table}
      horizontalSpacing="xs"
      stickyHeader
    >
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
    </PlainTable>
  );
}

const valueOf = (series: LoadSeries[], variant: string, load: number) =>
  series.find(({ name }) => name === variant)?.points.find((point) => point.load === load)?.value;
