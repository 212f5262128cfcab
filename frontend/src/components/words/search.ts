/** The words of the search box as pieces. What they mean is the server's to say; here they are only moved. */

interface SearchWord {
  /** As typed. */
  text: string;
  /** In lower case; absent for plain words. */
  key?: string;
  /** Without quotes. */
  value: string;
}

const WORD = /(?:(-?[A-Za-z][A-Za-z_]*):(?!\/\/))?((?:"(?:[^"\\]|\\.)*(?:"|\\?$)|[^\s"])*)/uy;
const QUOTED = /"((?:[^"\\]|\\.)*)(?:"|\\?$)/gu;

/** The pieces of a search, separated by blanks; quoted text is one piece. */
export function searchWords(text: string): SearchWord[] {
  const found: SearchWord[] = [];
  let at = 0;
  while (at < text.length) {
    if (/\s/u.test(text.charAt(at))) {
      at += 1;
      continue;
    }
    WORD.lastIndex = at;
    const match = WORD.exec(text);
    const whole = match?.[0] || text.slice(at);
    found.push({ text: whole, key: match?.[1]?.toLowerCase(), value: unquoted(match?.[2] ?? whole) });
    at += whole.length;
  }
  return found;
}

const unquoted = (text: string) =>
  text.replace(QUOTED, (_, inside: string) => inside.replace(/\\(.)/gsu, '$1'));

/** A value as it has to be written after a key. */
const quoted = (value: string) =>
  /^[^\s"\\]+$/u.test(value) ? value : `"${value.replace(/(["\\])/gu, '\\$1')}"`;

export const keyed = (key: string, value: string) => `${key}:${quoted(value)}`;

const joined = (words: SearchWord[]) => words.map(({ text }) => text).join(' ');

export const valuesOf = (text: string, key: string) =>
  searchWords(text).flatMap((word) => (word.key === key ? [word.value] : []));

/** The search without its n-th piece. */
export const without = (text: string, n: number) => joined(searchWords(text).filter((_, i) => i !== n));

/** The search with one more condition; the same one is not added twice. */
export function withWord(text: string, key: string, value: string): string {
  if (valuesOf(text, key).includes(value)) return text.trim();
  return [text.trim(), keyed(key, value)].filter(Boolean).join(' ');
}

/** The search with this as the only condition of its key, or with none. */
export function withOnly(text: string, key: string, value: string | null | undefined): string {
  const rest = joined(searchWords(text).filter((word) => word.key !== key));
  return value ? withWord(rest, key, value) : rest;
}
