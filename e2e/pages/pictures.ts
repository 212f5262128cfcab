// Pictures of pages for docs/, each with the words that the page shows. `make screenshots` takes them.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';

import { expect, type Locator, type Page } from '@playwright/test';

import { root } from '../setup/process';

const FOLDER = path.join(root, 'docs/screenshots');
const TAKE = Boolean(process.env.DYNO_TAKE_PICTURES);

/** Everything that a page of the same words may show differently: figures, dates, ages, ids, addresses, who runs it. */
const MASKS: [RegExp, string][] = [
  [/https?:\/\/\S+/g, 'ADDRESS'],
  [/\b(?=[a-z]*\d)[a-z\d]{14}\b/g, 'ID'],
  [/\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b/g, 'MONTH'],
  [/\b(just now|yesterday|(an?|\d+) \w+ ago)\b/g, 'AGO'],
  [new RegExp(`\\bby ${userInfo().username}\\b`, 'g'), 'by NAME'],
  [/[+−-]?\d[\d.,:]*/g, '#'],
];

const wordsOf = (text: string): string[] => {
  const masked = MASKS.reduce((rest, [pattern, word]) => rest.replace(pattern, word), text);
  return masked.split('\n').map((line) => line.replace(/\s+/g, ' ').trim()).filter(Boolean);
};

/**
 * Holds the words of `region` against those stored with the picture `name`. With DYNO_TAKE_PICTURES, stores them and
 * takes the picture of `shown` (without one, of the window).
 */
export async function expectPicture(page: Page, name: string, region: Locator, shown?: Locator): Promise<void> {
  await expectDrawn(page, region);
  const [picture, stored] = ['png', 'txt'].map((kind) => path.join(FOLDER, `${name}.${kind}`)) as [string, string];
  const read = async () => wordsOf(await region.innerText());
  if (TAKE) {
    writeFileSync(stored, `${(await read()).join('\n')}\n`);
    await (shown ?? page).screenshot({ path: picture, animations: 'disabled' });
  }
  expect(existsSync(picture), picture).toBe(true);
  const words = readFileSync(stored, 'utf8').trimEnd().split('\n');
  await expect.configure({ soft: true }).poll(read, `${name}.png shows another page: make screenshots`).toEqual(words);
}

/** Its data are here, and nothing moves any more. */
async function expectDrawn(page: Page, region: Locator): Promise<void> {
  await expect(region).toBeVisible();
  await expect(page.locator('[aria-busy="true"], .mantine-Skeleton-root')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
  const moving = () => page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length);
  await expect.poll(moving).toBe(0);
}
