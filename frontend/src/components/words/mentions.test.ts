import { expect, it } from 'vitest';

import { beingMentioned, fitting, unknownNames, withMention } from './mentions';

const people = [
  { login: 'ada', name: 'Ada Lovelace' },
  { login: 'bob@team', name: 'Bob' },
];

it('knows what is being mentioned at the cursor', () => {
  expect(beingMentioned('ask @a', 6)).toEqual({ from: 4, begun: 'a' });
  expect(beingMentioned('@', 1)).toEqual({ from: 0, begun: '' });
  expect(beingMentioned('ask @Ada for it', 8)).toEqual({ from: 4, begun: 'ada' });
  expect(beingMentioned('me@ada', 6)).toBeUndefined();
  expect(beingMentioned('ask ada', 7)).toBeUndefined();
});

it('finds people by login and by each part of their name', () => {
  expect(fitting(people, 'lov').map(({ login }) => login)).toEqual(['ada']);
  expect(fitting(people, '').length).toBe(2);
  expect(fitting(people, 'x')).toEqual([]);
});

it('puts the login in place of what was begun', () => {
  expect(withMention('ask @a please', 4, 6, 'ada')).toEqual({ text: 'ask @ada please', cursor: 9 });
});

it('names those who are nobody here, and leaves code alone', () => {
  expect(unknownNames('@ada, @Bob@team. `@fallback` @eve. @eve', people)).toEqual(['eve']);
  expect(unknownNames('me@example.org', people)).toEqual([]);
});
