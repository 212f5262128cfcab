import { expect, it } from 'vitest';

import { readFile } from './files';

const file = (bytes: number[] | string, name = 'a.txt') =>
  new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name);

it('reads UTF-8 and UTF-16 with its mark', async () => {
  expect(await readFile(file('Grüße'))).toEqual({ name: 'a.txt', text: 'Grüße' });
  expect((await readFile(file([0xff, 0xfe, 0x61, 0, 0x62, 0]))).text).toBe('ab');
  expect((await readFile(file([0xfe, 0xff, 0, 0x61, 0, 0x62]))).text).toBe('ab');
});

it('says why there is no text in a file', async () => {
  expect((await readFile(file([0x7f, 0x45, 0x4c, 0x46, 0xff, 0x80]))).problem).toMatch(/is not text/);
  expect((await readFile(file(' \n'))).problem).toMatch(/is empty/);
});
