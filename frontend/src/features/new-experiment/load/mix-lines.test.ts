import { expect, it } from 'vitest';

import { bodyText, losesSome, mixText, parseMix, withBody } from './mix-lines';

it('reads a pasted list as the server does, and writes it back', () => {
  const text = '3 /index.html?a=b\nPOST /form 2000 bytes\n0.5 DELETE /x\n2 /0?xx unchanged';
  const { rows, error } = parseMix(`\n${text}\r\n\n`);
  expect(error).toBeUndefined();
  expect(rows).toEqual([
    { path: '/index.html?a=b', weight: 3 },
    { path: '/form', method: 'POST', body: { bytes: 2000 } },
    { path: '/x', method: 'DELETE', weight: 0.5 },
    { path: '/0?xx', weight: 2, headers: { 'If-Modified-Since': 'Sun, 13 Sep 2020 12:26:40 GMT' } },
  ]);
  expect(mixText(rows)).toBe(text);
  expect(rows.some(losesSome)).toBe(false);
  expect(losesSome({ path: '/', headers: { Accept: 'a' } })).toBe(true);
});

it.each([
  ['/a\nfetch /b', 'Line 2'],
  ['-1 /a', 'Line 1'],
  ['NaN /a', 'Line 1'],
  ['/a /b', 'Line 1'],
  ['/a\n\n/b ä', 'Line 3'],
])('names the line that is no request: %s', (text, words) => {
  expect(parseMix(text).error).toContain(words);
});

it('takes a body by its size or as a text', () => {
  const row = { path: '/', method: 'POST' };
  expect(withBody(row, '2000 bytes').body).toEqual({ bytes: 2000 });
  expect(withBody(row, 'a=1').body).toBe('a=1');
  expect(withBody(row, '').body).toBeUndefined();
  expect(bodyText({ ...row, body: { bytes: 7 } })).toBe('7 bytes');
});
