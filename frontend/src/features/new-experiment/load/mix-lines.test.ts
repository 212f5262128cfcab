import { expect, it } from 'vitest';

import { bodyText, mixText, parseMix, withBody } from './mix-lines';

it('reads a pasted list as the server does, and writes it back', () => {
  const text = '3 /index.html?a=b\nPOST /form 2000 bytes\n0.5 DELETE /x';
  const { rows, error } = parseMix(`\n${text}\r\n\n`);
  expect(error).toBeUndefined();
  expect(rows).toEqual([
    { path: '/index.html?a=b', weight: 3 },
    { path: '/form', method: 'POST', body: { bytes: 2000 } },
    { path: '/x', method: 'DELETE', weight: 0.5 },
  ]);
  expect(mixText(rows)).toBe(text);
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
