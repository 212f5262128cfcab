/** Columns of the table of experiments: what can be shown and sorted, and what a person chose. */
import { readText, writeText } from '@/api/browser-storage';

export const COLUMNS = [
  { key: 'verdict', label: 'Verdict', width: 104, sort: 'verdict' },
  { key: 'change', label: 'Change', width: 96, sort: 'change', figure: true },
  { key: 'p99', label: 'p99', width: 88, sort: 'p99', figure: true },
  { key: 'trust', label: 'Trust', width: 150, sort: 'trust' },
  { key: 'minutes', label: 'Time taken', width: 112, sort: 'minutes', figure: true },
  { key: 'when', label: 'When', width: 100, sort: 'when', figure: true },
  { key: 'testbed', label: 'Testbed', width: 130 },
  { key: 'recipe', label: 'Recipe', width: 150 },
  { key: 'runs', label: 'Runs × rounds', width: 150, figure: true },
  { key: 'tool', label: 'Load tool', width: 96 },
  { key: 'by', label: 'Made by', width: 120 },
] as const;

export type Column = (typeof COLUMNS)[number];
export type ColumnKey = Column['key'];
export type SortKey = 'name' | Extract<Column, { sort: string }>['sort'];

export interface Sort {
  key: SortKey;
  isDown: boolean;
}

const SORT_KEYS: SortKey[] = [
  'name',
  ...COLUMNS.flatMap((column) => ('sort' in column ? [column.sort] : [])),
];
const DEFAULT_COLUMNS: ColumnKey[] = ['verdict', 'change', 'p99', 'trust', 'minutes', 'when'];
const NONE = '-';
const STORED_AS = 'dyno-experiment-columns';

const NEWEST_FIRST: Sort = { key: 'when', isDown: true };

/** “-change” is change, from the largest down; anything unknown is the newest first. */
export function parseSort(text: string | undefined): Sort {
  const isDown = text?.startsWith('-') ?? false;
  const key = SORT_KEYS.find((sortKey) => sortKey === (isDown ? text?.slice(1) : text));
  return key ? { key, isDown } : NEWEST_FIRST;
}

/** What a press on a column's head asks for: first from the largest down (a name from A to Z), then the other way. */
export function nextSort(sort: Sort, key: SortKey): string | undefined {
  const isDown = sort.key === key ? !sort.isDown : key !== 'name';
  return key === NEWEST_FIRST.key && isDown ? undefined : `${isDown ? '-' : ''}${key}`;
}

/** The columns of an address, in the order of the table; without one the usual ones. Unknown names are left out. */
export function parseColumns(text: string | undefined): Column[] {
  const keys: string[] = text ? text.split(',') : DEFAULT_COLUMNS;
  return COLUMNS.filter(({ key }) => keys.includes(key));
}

/** As the address has them: nothing for the usual ones. */
export function columnsText(keys: readonly string[]): string | undefined {
  const text = COLUMNS.flatMap(({ key }) => (keys.includes(key) ? [key] : [])).join(',') || NONE;
  return text === DEFAULT_COLUMNS.join(',') ? undefined : text;
}

/** A person's last choice, of this browser. */
export const storedColumns = () => {
  const text = readText(STORED_AS);
  return text ? columnsText(text.split(',')) : undefined;
};

export const storeColumns = (text: string | undefined) => writeText(STORED_AS, text ?? '');
