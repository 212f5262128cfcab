// Import, as a person does it: paste outputs of ab, drop a published table, look at every figure, save, share.
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test, type APIRequestContext, type Page } from '@playwright/test';

import { expectAccessible } from '../pages/accessible';
import { fixture } from '../setup/imported';
import { root } from '../setup/process';

const TABLE = path.join(root, 'backend/tests/fixtures/articles/stepwise.csv');

async function get<T>(request: APIRequestContext, address: string): Promise<T> {
  const answer = await request.get(`/api/v1${address}`);
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as T;
}

const experimentOf = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? '';

/** A terminal's scroll-back: prompts between three outputs of one command, and one whose requests failed. */
function scrollback(): string {
  const tuned = fixture('ab', 'keepalive_progress');
  const typed = '[root@vm ~]# ab -k -c 16 -n 5000 http://127.0.0.1:18080/';
  const other = '[root@vm ~]# ab -c 16 -n 5000 http://127.0.0.1:18090/varlen';
  return [typed, tuned, typed, tuned, typed, tuned, other, fixture('ab', 'length_failures')].join('\n');
}

test('three outputs of ab and a failing one, pasted at once', async ({ page, request }) => {
  await page.goto('/experiments');
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await page.getByLabel('Paste').fill(scrollback());

  const reports = page.getByRole('table', { name: 'Reports' });
  await expect(reports.getByText('54,417.62').or(reports.getByText('54 417.62'))).toHaveCount(3);
  await expect(reports.getByText(/51 of 60 requests failed/)).toBeVisible();
  await expectAccessible(page);

  const runs = page.getByRole('table', { name: 'Runs to import' });
  await runs.getByLabel('Name of 127.0.0.1:18080').fill('tuned');
  await runs.getByLabel('Name of 127.0.0.1:18090').fill('default');
  await runs.getByLabel('Settings of tuned').fill('worker_processes = 1\nisolcpus = 1');
  await expect(runs.getByText('nginx.worker_processes 1')).toBeVisible();
  await expect(runs.getByText('isolcpus: as reported')).toBeVisible();
  await runs.getByLabel('Compare with default').check();
  await page.getByLabel('Name', { exact: true }).last().fill('One core for nginx');
  await page.getByLabel('Source').fill('https://example.org/one-core');

  // nothing typed is lost on a reload
  await page.reload();
  await expect(runs.getByLabel('Name of tuned')).toHaveValue('tuned');
  await expect(page.getByLabel('Source')).toHaveValue('https://example.org/one-core');

  await page.getByRole('button', { name: 'Save as an experiment' }).click();
  await expect(page).toHaveURL(/\/experiments\/[a-z0-9]{14}/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('One core for nginx');
  await expect(page.getByText('imported', { exact: true }).first()).toBeVisible();
  const imported = page.locator('#imported');
  await imported.getByRole('button', { name: 'Imported' }).click();
  await expect(imported.getByRole('link', { name: 'https://example.org/one-core' })).toBeVisible();
  await imported.getByRole('button', { name: 'See' }).click();
  await expect(imported.getByText('This is ApacheBench').first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('table', { name: 'Runs' }).getByRole('row', { name: /^tuned/ }).getByRole('cell').last().click();
  await expect(page).toHaveURL(/\/runs\/[a-z0-9]{14}/);
  await page.goBack();

  interface Made {
    run_list: { id: string; name: string; trials_done: number; trials_invalid: number }[];
  }
  const made = await get<Made>(request, `/experiments/${experimentOf(page)}`);
  const counts = made.run_list.map((run) => [run.name.split(' · ')[0], run.trials_done, run.trials_invalid]);
  expect(counts).toEqual([
    ['tuned', 3, 0],
    ['default', 0, 1],
  ]);

  await page.goto(`/runs/${made.run_list[0]?.id}?open=evidence`);
  await expect(page.getByText('isolcpus')).toBeVisible();
  await expect(page.getByText('ab -k -c 16 -n 5000 http://127.0.0.1:18080/').first()).toBeVisible();
  await expect(page.getByText('What every host was doing')).toHaveCount(0);
  await expectAccessible(page);
});

test('the import of two pasted outputs: headings are names, and a mean of both is never made unasked', async ({
  page,
  request,
}) => {
  const output = fixture('wrk', 'latency_flag');
  const at = (rate: number) => output.replace(/Requests\/sec:.*/, `Requests/sec: ${rate.toFixed(2)}`);
  const few = at(692).replace('Requests/sec', '  Non-2xx or 3xx responses: 1\nRequests/sec');
  await page.goto('/experiments/import');
  await page.getByLabel('Paste').fill(`# keep-alive\n${at(85861)}\n# one connection a request\n${few}`);
  const question = page.getByRole('radiogroup', { name: 'What are they?' });
  await expect(question.getByRole('radio', { name: 'Variants' })).toBeChecked();
  await expect(page.getByText('Headings stand above them: “keep-alive”, “one connection a request”.')).toBeVisible();
  const runs = page.getByRole('table', { name: 'Runs to import' });
  await expect(runs.getByLabel('Name of keep-alive')).toBeVisible();
  await question.getByRole('radio', { name: 'Repeats' }).check();
  await expect(runs.getByRole('row')).toHaveCount(2);
  await question.getByRole('radio', { name: 'Variants' }).check();
  await expect(runs.getByLabel('Name of one connection a request')).toBeVisible();
  await page.getByRole('button', { name: 'Allow 0.01% failures' }).click();
  await expect(page.getByText(/counts, 0.01% may fail/)).toBeVisible();
  await page.getByLabel('Name', { exact: true }).last().fill('Two outputs');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save as an experiment' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Two outputs');
  interface Made {
    run_list: { name: string; trials_done: number; means: Record<string, number> }[];
  }
  const made = await get<Made>(request, `/experiments/${experimentOf(page)}`);
  expect(made.run_list.map((run) => [run.name, run.trials_done, run.means.requests_per_s])).toEqual([
    ['keep-alive', 1, 85861],
    ['one connection a request', 1, 692],
  ]);
});

test('a published table, dropped, becomes an experiment with its changes to the digit', async ({ page, request }) => {
  await page.goto('/experiments/import');
  await page.getByLabel('Files to import').setInputFiles(TABLE);
  const runs = page.getByRole('table', { name: 'Runs to import' });
  await expect(runs.getByRole('row')).toHaveCount(18);
  await expect(runs.getByLabel('Compare with default configuration')).toBeChecked();
  const save = page.getByRole('button', { name: 'Save as an experiment' });
  await expect(save).toBeDisabled();
  await page.getByLabel('Tool', { exact: true }).selectOption('wrk');
  await page.getByLabel('Connections', { exact: true }).fill('100');
  await page.getByLabel('Threads', { exact: true }).fill('4');
  await page.getByLabel('Duration, s', { exact: true }).fill('60');
  await page.getByLabel('Name', { exact: true }).last().fill('Stepwise tuning');
  await expectAccessible(page);
  await save.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Stepwise tuning');

  interface Delta {
    name: string;
    change: number;
  }
  const deltas = await get<Delta[]>(request, `/experiments/${experimentOf(page)}/deltas`);
  const byName = new Map(deltas.map(({ name, change }) => [name, change]));
  expect(byName.get('worker_processes 2')).toBeCloseTo(17127.49 / 8911.3 - 1, 12);
  expect(byName.get('all')).toBeCloseTo(18115.78 / 8911.3 - 1, 12);
  await expect(page.locator('g[data-verdict] > rect')).toHaveCount(16);
  await page.goto(`${page.url().split('?')[0]}?view=published`);
  await expect(page.getByText('+92.19%').first()).toBeVisible();
  await expect(page.getByText(/cut off instead of rounded/).first()).toBeVisible();
});

test('what is neither output nor table says so, and keeps what was given', async ({ page }) => {
  await page.goto('/experiments/import');
  await page.getByLabel('Paste').fill('Running siege: nothing that is read here');
  await expect(page.getByRole('alert').filter({ hasText: 'there is no report' })).toBeVisible();
  await expect(page.getByLabel('Paste')).toHaveValue(/siege/);
  await page
    .getByLabel('Files to import')
    .setInputFiles({ name: 'nginx', mimeType: 'application/octet-stream', buffer: readFileSync('/bin/sh') });
  await expect(page.getByText(/nginx is not text/)).toBeVisible();
});
