// Own recipes from the form to the gallery and back, a draft whose tab was closed, and what the palette does.
import { readFileSync } from 'node:fs';

import { expect, test } from '@playwright/test';

import { expectAccessible } from '../pages/accessible';
import { launch } from '../pages/form';

test('an experiment from the form is saved as a recipe, used, saved again and retired', async ({ page }) => {
  const title = `Pool of our proxy ${Date.now()}`;
  await page.goto('/new?recipe=upstream-keepalive&form=quick&step=variants');
  await page.getByRole('button', { name: 'Save as recipe' }).click();
  await page.getByLabel('Title').fill(title);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(`Saved “${title}”, version 1`)).toBeVisible();

  await page.goto('/new');
  const own = page.getByRole('region', { name: 'Your own' });
  const card = own.getByRole('article').filter({ hasText: title });
  await expect(card.getByText('version 1')).toBeVisible();
  await expectAccessible(page);
  await card.getByRole('link', { name: 'Use it' }).click();
  await page.getByRole('button', { name: 'Save as recipe' }).click();
  await page.getByLabel('Title').fill(title); // the title of a recipe that is there makes its next version
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(`Saved “${title}”, version 2`)).toBeVisible();

  await page.goto('/new');
  await card.getByRole('link', { name: 'Show the YAML' }).click();
  await expect(page.getByLabel('Version').getByRole('option')).toHaveCount(2);
  await card.getByRole('button', { name: 'Retire' }).click();
  await page.getByRole('button', { name: 'Retire the recipe' }).click();
  await expect(card).toHaveCount(0);
  await page.getByRole('button', { name: `Bring “${title}” back` }).click();
  await expect(card).toHaveCount(1);
});

test('a pasted nginx.conf is the baseline of an experiment that is launched', async ({ page }) => {
  const text = readFileSync(new URL('../../backend/tests/fixtures/own_conf/node-proxy.conf', import.meta.url), 'utf8');
  await page.goto('/new');
  const field = page.getByLabel('Your nginx.conf');
  await field.fill('http {');
  await page.getByRole('button', { name: 'Read it' }).click();
  await expect(page.getByText(/^nginx.conf:1: unexpected end of file/)).toBeVisible();
  await field.fill(text);
  await page.getByRole('button', { name: 'Read it' }).click();
  await expect(page.getByText(/directives are knobs/)).toBeVisible();
  await page.getByText(/^Replaced and left out/).click();
  await expect(page.getByRole('cell', { name: 'nginx.conf:29', exact: true })).toBeVisible();
  await page.getByText(/^Differences between/).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Use it as the baseline' }).click();
  await expect(page.getByLabel('upstream.keepalive', { exact: true })).toHaveValue('64');
  await launch(page);
  try {
    const progress = page.getByRole('progressbar', { name: 'Trials done' });
    await expect.poll(async () => Number(await progress.getAttribute('aria-valuenow')), { timeout: 90_000 }).toBeGreaterThan(0);
  } finally {
    await page.request.post(`/api/v1${new URL(page.url()).pathname}/cancel`);
  }
});

test('a step stays under the pointer while the plan arrives', async ({ page }) => {
  let press = () => {};
  const pressed = new Promise<void>((resolve) => (press = resolve));
  await page.route('**/api/v1/plans*', async (route) => {
    await pressed;
    await route.continue();
  });
  await page.goto('/new?recipe=upstream-keepalive&step=variants');
  const steps = page.getByRole('navigation', { name: 'Steps' });
  await steps.getByRole('link', { name: 'Plan' }).hover({ position: { x: 8, y: 8 } });
  await page.mouse.down();
  press();
  await expect(steps.getByLabel('done').first()).toBeVisible();
  await page.mouse.up();
  await expect(page).toHaveURL(/step=plan/);
});

for (const [step, part, field] of [
  ['plan', 'plans', 'Name'],
  ['workload', 'tools', 'Connections'],
] as const)
  test(`on a phone the fields stay where they are while the ${part} arrive`, async ({ page }) => {
    let answer = () => {};
    const isAnswered = new Promise<void>((resolve) => (answer = resolve));
    await page.route(`**/api/v1/${part}*`, async (route) => {
      await isAnswered;
      await route.continue();
    });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/new?recipe=upstream-keepalive&step=${step}`);
    const input = page.getByLabel(field, { exact: true }).first();
    await expect(input).toBeVisible();
    const before = (await input.boundingBox())?.y ?? 0;
    answer();
    await expect(page.getByText(step === 'plan' ? 'Can show' : 'Load tool').first()).toBeVisible();
    expect(Math.abs(((await input.boundingBox())?.y ?? 0) - before)).toBeLessThan(24);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  });

test('a draft comes back after its tab was closed', async ({ page, context }) => {
  await page.goto('/new?step=variants&shape=list&variant=workers+2');
  await page.getByLabel('Name', { exact: true }).fill('kept over a closed tab');
  await page.getByLabel('Name', { exact: true }).press('Enter');
  await expect(page.getByText('edited, kept in this browser')).toBeVisible();
  await page.close();
  const again = await context.newPage();
  await again.goto('/new?step=variants&shape=list');
  await expect(again.getByRole('button', { name: /^kept over a closed tab/ })).toBeVisible();
  await again.getByRole('button', { name: 'Start over' }).click();
});

test('the palette shows its key, finds “keepalive” as “keep-alive”, and switches the colours', async ({ page }) => {
  await page.goto('/new');
  await page.getByRole('button', { name: 'Ctrl K Search' }).click();
  const search = page.getByRole('textbox', { name: 'Search' });
  await search.fill('keepalive');
  await expect(page.getByRole('button', { name: /^Launch “Upstream keep-alive sizing”/ })).toBeVisible();
  await search.fill('dark');
  await page.getByRole('button', { name: /^Use the dark colours/ }).last().click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
});
