import type { DataTable } from '@/components/charts/data-table/data-table';

/** What a chart gives, so that it can be read as a table and taken away as a file. */
export interface ChartSource {
  /** Its name in the address, and in the names of files: “deltas”. */
  name: string;
  /** What it is called on the page. */
  title: string;
  /** The table behind it; made when it is asked for. */
  table: () => DataTable;
}
