/** Mentions in notes while they are written. Whom a saved note mentions is the server's to say. */

const NAME = /[A-Za-z0-9._@+-]/u;
const CODE = /```.*?(?:```|$)|~~~.*?(?:~~~|$)|(`+)[^`]+\1/gsu;
const MENTION = /(?<![\w@./:+-])@([A-Za-z0-9][A-Za-z0-9._@+-]{0,63})/gu;

export interface Person {
  login: string;
  name: string;
}

/** What is being typed after an @ that ends at the cursor: its place and what it begins with. */
export function beingMentioned(text: string, cursor: number): { from: number; begun: string } | undefined {
  let from = cursor;
  while (from > 0 && NAME.test(text.charAt(from - 1)) && text.charAt(from - 1) !== '@') from -= 1;
  if (text.charAt(from - 1) !== '@' || /[\w@./:+-]/u.test(text.charAt(from - 2))) return undefined;
  return { from: from - 1, begun: text.slice(from, cursor).toLowerCase() };
}

/** Those whose login or name begins like that. */
export const fitting = <P extends Person>(people: P[], begun: string): P[] =>
  people.filter(({ login, name }) =>
    [login, ...name.toLowerCase().split(/\s+/u)].some((word) => word.startsWith(begun)),
  );

/** The text with a mention in place of what was begun, and where the cursor then stands. */
export function withMention(text: string, from: number, cursor: number, login: string) {
  const said = `@${login} `;
  return { text: text.slice(0, from) + said + text.slice(cursor).trimStart(), cursor: from + said.length };
}

/** Names in the prose that are nobody's, each once. */
export function unknownNames(text: string, people: Person[]): string[] {
  const logins = new Set(people.map(({ login }) => login));
  const names = [...text.replace(CODE, '').matchAll(MENTION)].map(([, name = '']) => name);
  const unknown = names.filter((name) => !variants(name.toLowerCase()).some((one) => logins.has(one)));
  return [...new Set(unknown.map((name) => name.replace(/[._@+-]+$/u, '')))];
}

/** A sentence may end in what a login may end in, too. */
function variants(name: string): string[] {
  const stem = name.replace(/[._@+-]+$/u, '');
  return Array.from({ length: name.length - stem.length + 1 }, (_, n) => name.slice(0, stem.length + n));
}
