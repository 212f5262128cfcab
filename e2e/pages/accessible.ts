// What axe has to say of a page: the rules of WCAG 2 A and AA, and two of good practice that they leave out.
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const GOOD_PRACTICE = { 'heading-order': { enabled: true }, 'empty-table-header': { enabled: true } };

export async function expectAccessible(page: Page): Promise<void> {
  const runOnly = { type: 'tag' as const, values: ['wcag2a', 'wcag2aa'] };
  const found = await new AxeBuilder({ page }).options({ runOnly, rules: GOOD_PRACTICE }).analyze();
  expect(found.violations.map((v) => `${v.id}: ${v.nodes[0]?.html}`)).toEqual([]);
}

/** Checks a menu by keyboard: Enter opens it at its first item, arrows move, Escape closes it and returns the focus. */
export async function expectMenuByKeyboard(page: Page, name: string | RegExp): Promise<void> {
  const button = () => page.getByRole('button', { name }).first();
  for (const first of [true, false]) {
    await button().focus();
    await page.keyboard.press('Enter');
    const items = page.getByRole('menuitem');
    await expect(items.first()).toBeFocused();
    if (first) await expectAccessible(page);
    await page.keyboard.press('ArrowDown');
    await expect(items.nth(1)).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(items.first()).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(button()).toBeFocused();
  }
}
