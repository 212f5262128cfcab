/** One line of the headers editor, as typed. */
export interface HeaderRow {
  name: string;
  value: string;
}

export type Headers = Record<string, string>;

const isEmpty = ({ name, value }: HeaderRow) => name === '' && value === '';

/** Rows whose name stands in a row above. A map keeps one of each, so these are left out. */
export const repeatedRows = (rows: readonly HeaderRow[]): Set<number> =>
  new Set(
    rows.flatMap(({ name }, at) =>
      name !== '' && rows.findIndex((row) => row.name === name) < at ? [at] : [],
    ),
  );

/** What the rows say: empty ones say nothing; undefined when none says anything. */
export function headersOf(rows: readonly HeaderRow[]): Headers | undefined {
  const repeats = repeatedRows(rows);
  const givenRows = rows.filter((row, at) => !isEmpty(row) && !repeats.has(at));
  return givenRows.length > 0
    ? Object.fromEntries(givenRows.map(({ name, value }) => [name, value]))
    : undefined;
}

const rowsOf = (headers: Headers = {}): HeaderRow[] =>
  Object.entries(headers).map(([name, value]) => ({ name, value: String(value) }));

/** The rows as typed while they still say the same; else those of the definition, changed elsewhere. */
export function rowsNow(typedRows: readonly HeaderRow[], headers: Headers | undefined): readonly HeaderRow[] {
  const isSame = JSON.stringify(headersOf(typedRows) ?? {}) === JSON.stringify(headers ?? {});
  return isSame ? typedRows : rowsOf(headers);
}
