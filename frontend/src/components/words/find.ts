/** Words of a search in a text: “keepalive” finds “keep-alive” and “keep alive”, in any case. */

const lower = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
const joined = (text: string) => text.replace(/[-_\s\u2010\u2011]+/gu, '');

/** Whether a text has every word of a query; none of an empty one is missing. */
export function hasWords(text: string, query: string): boolean {
  const plain = lower(text);
  const whole = joined(plain);
  return lower(query)
    .split(/\s+/u)
    .filter(Boolean)
    .every((word) => plain.includes(word) || (joined(word) !== '' && whole.includes(joined(word))));
}
