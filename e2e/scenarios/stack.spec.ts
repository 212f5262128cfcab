// The stack that `dyno up` starts, as a browser meets it.
import { expect, test } from '@playwright/test';

test('the dashboard opens without an error and its three hosts are online', async ({ page, request }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.goto('/');
  await expect(page.getByRole('main')).toBeVisible();
  expect(errors).toEqual([]);

  const hosts = (await (await request.get('/api/v1/hosts')).json()) as { name: string; online: boolean }[];
  expect(hosts.filter((host) => host.online).map((host) => host.name).sort()).toEqual(['backend', 'load', 'proxy']);
});

test('a page of another site cannot reach the dashboard by its own name', async ({ request }) => {
  const answer = await request.get('/api/v1/hosts', { headers: { host: 'evil.example' } });
  expect(answer.status()).toBe(403);
});
