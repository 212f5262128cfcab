import { expect, it } from 'vitest';

import { hasWords } from './find';

it.each([
  ['Keep-alive to the backend', 'keepalive', true],
  ['upstream.keepalive', 'keep-alive', true],
  ['idle connections that are kept alive', 'keepalive', false],
  ['keep alive', 'keepalive backend', false],
  ['worker_processes', 'workerprocesses', true],
  ['Größe', 'grosse', false],
  ['Größe', 'GROẞE'.toLowerCase(), true],
  ['anything', '', true],
  ['a', '-', false],
])('%s · %s: %s', (text, query, found) => expect(hasWords(text, query)).toBe(found));
