import { expect, it } from 'vitest';

import { isLoopback } from './command-line';

it.each([
  ['http://dyno-a734d7.localhost:8080/s/x', true],
  ['http://localhost:8080/', true],
  ['http://127.0.0.1:8080/', true],
  ['http://[::1]:8080/', true],
  ['https://dyno.example/', false],
  ['http://10.0.0.7:8080/', false],
  ['https://localhost.example/', false],
])('%s is on this machine alone: %s', (url, expected) => {
  expect(isLoopback(new URL(url))).toBe(expected);
});
