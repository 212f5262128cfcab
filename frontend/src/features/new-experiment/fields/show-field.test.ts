import { afterEach, expect, it } from 'vitest';

import { showField } from './show-field';

afterEach(() => document.body.replaceChildren());

const field = (name: string, id: string, error: string) =>
  `<label for="${id}">${name}</label><input id="${id}" aria-describedby="${id}-error" /><p id="${id}-error">${error}</p>`;

it('leads to the field of the name that says it, then to any that says it', () => {
  Element.prototype.scrollIntoView = () => undefined;
  const message = 'must be a whole number; got nothing';
  document.body.innerHTML =
    field('Connections', 'c1', message) + field('Threads', 't1', message) + field('Threads', 't2', message);
  const focusedId = (label: string, nth?: number) =>
    showField(document, message, label, nth) && document.activeElement?.id;
  expect([focusedId('Threads'), focusedId('Threads', 1), focusedId('rounds')]).toEqual(['t1', 't2', 'c1']);
  expect(showField(document, 'something else', 'Threads')).toBe(false);
});
