// What axe has to say of a page: the rules of WCAG 2 A and AA, and two of good practice that they leave out.
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const GOOD_PRACTICE = { 'heading-order': { enabled: true }, 'empty-table-header': { enabled: true } };

export async function expectAccessible(page: Page): Promise<void> {
  const runOnly = { type: 'tag' as const, values: ['wcag2a', 'wcag2aa'] };
  const found = await new AxeBuilder({ page }).options({ runOnly, rules: GOOD_PRACTICE }).analyze();
  expect(found.violations.map((v) => `${v.id}: ${v.nodes[0]?.html}`)).toEqual([]);
}
