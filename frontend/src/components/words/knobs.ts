/** Knobs and their values as people read them: one place for the form, tables and comparisons. */

import { plural } from './format';

/** nginx's own settings and kernel keys go without their prefix, as they stand in nginx.conf and in sysctl. */
export const shortKnob = (name: string) =>
  name.replace(/^nginx\./, '').replace(/^((?:load|backend)\.)?sysctl\./, '$1');

/** Several lines, such as raw nginx text. */
export const isText = (value: unknown): value is string => typeof value === 'string' && value.includes('\n');

const linesOf = (text: string) => text.replace(/\n$/, '').split('\n').length;

/** The whole value in one line: switches are on and off, text is counted in lines. */
export function valueText(value: unknown, absent = 'default'): string {
  if (value === null || value === undefined || value === '') return absent;
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (isText(value)) return `raw text (${plural(linesOf(value), 'line')})`;
  return Array.isArray(value) ? value.join(', ') : String(value);
}

const MAX_LENGTH = 40;

/** valueText(), cut where a table has no room for it; the rest belongs into a title. */
export function shortValue(value: unknown): string {
  const text = valueText(value);
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text;
}
