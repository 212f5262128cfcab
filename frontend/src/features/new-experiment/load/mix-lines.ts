import type { Typed } from '@/components/ui/dialogs/number-field';
import { plural } from '@/components/words/format';

import type { WorkloadSpec } from '../draft/definition';

/** One request of a mix, as typed; the server says what is wrong with it. */
export type MixRow = Omit<NonNullable<WorkloadSpec['mix']>[number], 'method' | 'weight'> & {
  method?: string;
  weight?: Typed;
};

export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const WITH_BODY = ['POST', 'PUT', 'PATCH', 'DELETE'];
const LINE = /^(?:(\d+(?:\.\d+)?)\s+)?(?:([A-Z]+)\s+)?(\/\S*)(?:\s+(\d+) bytes)?(\s+unchanged)?$/;
/** Date of the pages of a site: a request with it is answered with 304. */
const UNCHANGED_HEADERS = { 'If-Modified-Since': 'Sun, 13 Sep 2020 12:26:40 GMT' };

const isUnchanged = ({ headers = {} }: MixRow) =>
  Object.keys(headers).length === 1 &&
  headers['If-Modified-Since'] === UNCHANGED_HEADERS['If-Modified-Since'];

export const mixOf = (workload: WorkloadSpec): MixRow[] => workload.mix ?? [];

export const mayHaveBody = ({ method = 'GET' }: MixRow) => WITH_BODY.includes(method);

/** A number of bytes, or the text itself. */
export const bodyText = ({ body }: MixRow) =>
  body == null ? '' : typeof body === 'string' ? body : `${body.bytes} bytes`;

export function withBody(row: MixRow, text: string): MixRow {
  const bytes = /^(\d+) bytes$/.exec(text.trim())?.[1];
  return { ...row, body: bytes ? { bytes: Number(bytes) } : text || undefined };
}

/** Rows of a pasted list, and the first line that is none. */
export function parseMix(text: string): { rows: MixRow[]; error?: string } {
  const rows: MixRow[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const [, weight, method, path, bytes, unchangedWord] = LINE.exec(line.trim()) ?? [];
    if (path === undefined)
      return { rows, error: `Line ${index + 1} is not like “3 POST /form 2000 bytes”: ${line.trim()}` };
    rows.push({
      path,
      ...(weight !== undefined && { weight: Number(weight) }),
      ...(method !== undefined && { method }),
      ...(bytes !== undefined && { body: { bytes: Number(bytes) } }),
      ...(unchangedWord !== undefined && { headers: UNCHANGED_HEADERS }),
    });
  }
  return { rows };
}

/** Whether a line cannot say all of a row. */
export const losesSome = (row: MixRow) =>
  typeof row.body === 'string' || (Object.keys(row.headers ?? {}).length > 0 && !isUnchanged(row));

/** The rows as lines; what a line cannot say, headers and bodies of text, is left out. */
export const mixText = (rows: readonly MixRow[]) =>
  rows
    .map((row) =>
      [
        Number(row.weight ?? 1) === 1 ? '' : row.weight,
        (row.method ?? 'GET') === 'GET' ? '' : row.method,
        row.path,
        typeof row.body === 'object' && row.body ? `${row.body.bytes} bytes` : '',
        isUnchanged(row) ? 'unchanged' : '',
      ]
        .filter((part) => part !== '')
        .join(' '),
    )
    .join('\n');

/** “mix of 3 requests”. */
export const mixWords = (rows: readonly MixRow[]) => `mix of ${plural(rows.length, 'request')}`;
