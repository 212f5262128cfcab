import type { Definition } from './definition';

const PLAIN = /^[\p{L}(/][\p{L}\p{N} ._/()·+=-]*$/u;
const TAKEN = /^(true|false|null|yes|no)$/i;

const scalar = (value: unknown) => {
  if (typeof value !== 'string') return JSON.stringify(value) ?? 'null';
  return PLAIN.test(value) && !TAKEN.test(value) && value.trim() === value ? value : JSON.stringify(value);
};

const isHolder = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isEmpty = (value: object) => Object.keys(value).length === 0;

/** Several lines as YAML keeps them readable; text that a block cannot carry as it is stays quoted. */
const isBlock = (value: unknown): value is string =>
  typeof value === 'string' && /^\S[\P{C}\n]*[^\n]\n$/u.test(value);

const blockOf = (text: string, indent: string) =>
  text
    .slice(0, -1)
    .split('\n')
    .map((line) => (line ? `${indent}  ${line}` : ''));

function lines(value: object, indent: string): string[] {
  if (Array.isArray(value)) {
    return value.flatMap((item) => {
      if (!isHolder(item) || isEmpty(item)) return [`${indent}- ${isHolder(item) ? '{}' : scalar(item)}`];
      const inner = lines(item, `${indent}  `);
      return [`${indent}- ${inner[0]?.trimStart()}`, ...inner.slice(1)];
    });
  }
  return Object.entries(value).flatMap(([key, item]) => {
    if (item === undefined) return [];
    if (isBlock(item)) return [`${indent}${scalar(key)}: |`, ...blockOf(item, indent)];
    if (!isHolder(item)) return [`${indent}${scalar(key)}: ${scalar(item)}`];
    if (isEmpty(item)) return [`${indent}${scalar(key)}: ${Array.isArray(item) ? '[]' : '{}'}`];
    return [`${indent}${scalar(key)}:`, ...lines(item, `${indent}  `)];
  });
}

/** The definition as YAML also while it has errors, when the server does not write it. */
export const yamlOf = (definition: Definition) => `${lines(definition, '').join('\n')}\n`;
