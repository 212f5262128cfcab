import { findAndReplace } from 'mdast-util-find-and-replace';

import type { PersonRef } from '@/api/types';
import { keyed } from '@/components/words/search';

type Tree = Parameters<typeof findAndReplace>[0];

/** As the server reads them: backend/records/people/mentions.py. */
const MENTION = /(?<![\w@./:+-])@([A-Za-z0-9][A-Za-z0-9._@+-]{0,63})/gu;
const SEARCH = '/experiments?';

/** A remark plugin: `@login` of these people becomes a link to their experiments. Code has no mentions. */
export const linkMentions = (people: PersonRef[]) => (tree: Tree) => {
  const names = new Map(people.map(({ login, name }) => [login, name]));
  findAndReplace(
    tree,
    [
      MENTION,
      (_: string, text: string) => {
        const login = longestLogin(text.toLowerCase(), names);
        if (login === undefined) return false;
        const url = SEARCH + new URLSearchParams({ q: keyed('by', login) }).toString();
        const value = `@${text.slice(0, login.length)}`;
        return [
          { type: 'link', url, title: names.get(login), children: [{ type: 'text', value }] },
          { type: 'text', value: text.slice(login.length) },
        ];
      },
    ],
    { ignore: ['link', 'linkReference'] },
  );
};

/** The search that a link to somebody's experiments leads to. */
export const searchOfMention = (href: string) =>
  href.startsWith(SEARCH) ? new URLSearchParams(href.slice(SEARCH.length)).get('q') : null;

/** A sentence may end in what a login may end in, too: the longest login that there is counts. */
function longestLogin(text: string, logins: Map<string, string>): string | undefined {
  const stem = text.replace(/[._@+-]+$/u, '');
  for (let length = text.length; length >= stem.length; length -= 1)
    if (logins.has(text.slice(0, length))) return text.slice(0, length);
  return undefined;
}
