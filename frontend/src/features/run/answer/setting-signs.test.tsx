import { expect, it } from 'vitest';

import { drawPage } from '@/test/render';

import { NeverActed } from './setting-signs';

const idle = (setting: string) => ({ setting, state: 'never_acted' as const, reason: `${setting} is idle` });
const acted = { setting: 'pin.load', state: 'acted' as const, reason: 'it was read back' };

it.each([
  [[acted], ''],
  [[idle('listen.backlog'), acted], 'listen.backlog never acted: listen.backlog is idle.'],
  [[idle('a'), acted, idle('b')], 'a, b never acted: “Did it act?” says why.'],
])('says in one line which settings never acted', async (signs, text) => {
  const { container } = await drawPage(<NeverActed signs={signs} />, '/runs/$id', '/runs/r');
  expect(container.querySelector('p')?.textContent ?? '').toBe(text);
});
