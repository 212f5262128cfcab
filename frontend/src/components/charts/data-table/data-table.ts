/** The table behind a chart: the same numbers for those who read, who cannot see the drawing, and for files. */

interface DataColumn {
  name: string;
  /** Right-aligned, in tabular figures. */
  figure?: boolean;
}

interface DataCell {
  /** As people read it: “+26.7%”. */
  text: string;
  /** As files keep it, in full: 0.26712; null where nothing is known. */
  value: string | number | null;
}

export interface DataTable {
  columns: DataColumn[];
  rows: DataCell[][];
}

/** Heads of columns: of words, and of figures. */
export const text = (name: string): DataColumn => ({ name });
export const figures = (...names: string[]): DataColumn[] => names.map((name) => ({ name, figure: true }));

export const words = (text: string): DataCell => ({ text, value: text });

/** A figure with all its digits for files, formatted for people; absent ones stay absent. */
export function number(value: number | null | undefined, format: (value: number | null) => string): DataCell {
  const figure = typeof value === 'number' && Number.isFinite(value) ? value : null;
  return { text: format(figure), value: figure };
}

/** A spreadsheet evaluates what begins like a formula: a quote in front keeps it text. */
const harmless = (text: string) =>
  /^[ \u00a0\u3000\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20\t\r\n]/.test(text) ? `'${text}` : text;

function csvCell(value: DataCell['value']): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = harmless(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** RFC 4180, a head and all digits. */
export function tableCsv({ columns, rows }: DataTable): string {
  const lines = [columns.map(({ name }) => name), ...rows.map((row) => row.map(({ value }) => value))];
  return lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}

const markdownCell = (text: string) =>
  text.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replace(/\s+/g, ' ');

/** A table for a pull request or a wiki, as people read it. */
export function tableMarkdown({ columns, rows }: DataTable): string {
  const line = (cells: string[]) => `| ${cells.map(markdownCell).join(' | ')} |\n`;
  return [
    line(columns.map(({ name }) => name)),
    `| ${columns.map(({ figure }) => (figure ? '---:' : '---')).join(' | ')} |\n`,
    ...rows.map((row) => line(row.map(({ text }) => text))),
  ].join('');
}
