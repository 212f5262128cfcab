// From a terminal and from CI: launch, wait, judge, compare, export; and what it printed opens in a browser.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, test } from '@playwright/test';

import { root } from '../setup/process';

const SLOWER = `
name: A slower backend
topology: direct
workloads: [{tool: wrk, threads: 1, connections: 8, duration: 1s}]
trials: 3
warmup: {prepared: 0s, trial: 0s}
control: false
variants:
  - {name: as it is}
  - {name: delayed, set: {origin.delay: 50ms}}
`;

interface Done {
  status: number;
  stdout: string;
  stderr: string;
}

let folder = '';

test.describe.configure({ mode: 'serial' });
test.beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'dyno-cli-'));
  writeFileSync(path.join(folder, 'slower.yaml'), SLOWER);
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

function dyno(...words: string[]): Promise<Done> {
  const env = { ...process.env, DYNO_SERVER: process.env.DYNO_E2E_URL, COLUMNS: '160' };
  return new Promise((resolve) => {
    execFile(path.join(root, '.venv/bin/dyno'), words, { cwd: folder, env }, (error, stdout, stderr) =>
      resolve({ status: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stdout, stderr }),
    );
  });
}

let id = '';

test('a pipeline launches, waits, and fails because the change is worse', async ({ page }) => {
  const launched = await dyno('launch', 'slower.yaml', '--quiet');
  expect(launched, launched.stderr).toMatchObject({ status: 0 });
  id = launched.stdout.trim();
  const waited = await dyno('wait', id, '--fail-if', 'worse::50', '--fail-if', 'better', '--junit', 'dyno.xml');
  expect(waited, waited.stderr).toMatchObject({ status: 4 });
  expect(waited.stderr).toContain('fails: worse in req/s by 50% or more: delayed: −');
  expect(waited.stderr).not.toContain('fails: better');
  expect(readFileSync(path.join(folder, 'dyno.xml'), 'utf8')).toContain('failures="1"');

  const address = /http:\/\/\S+\/experiments\/\w+/.exec(waited.stdout)?.[0] ?? '';
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A slower backend');
  await expect(page.getByText('worse').first()).toBeVisible();
});

test('the same result as a table, as Markdown and as a page', async ({ page }) => {
  const again = await dyno('wait', id, '--json', '--fail-if', 'better');
  expect(again.status).toBe(0);
  const { deltas } = JSON.parse(again.stdout) as { deltas: { name: string; change: number }[] };
  expect(deltas.map(({ name }) => name)).toEqual(['delayed']);
  expect(deltas[0]?.change).toBeLessThan(-0.5);

  const saved = await dyno('export', id, '-o', 'report.html');
  expect(saved, saved.stderr).toMatchObject({ status: 0 });
  await page.goto(`file://${path.join(folder, 'report.html')}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('A slower backend');
  await expect(page.getByText(/delayed/).first()).toBeVisible();
});

test('compare two experiments from the terminal', async () => {
  const found = await dyno('compare', id, id, '--format', 'md');
  expect(found, found.stderr).toMatchObject({ status: 0 });
  expect(found.stdout).toContain('delayed');
  const gate = await dyno('compare', id, id, '--fail-if', 'worse');
  expect(gate.status, gate.stderr).toBe(0);
});

test('a saved table is imported from the terminal and opens in the browser', async ({ page }) => {
  writeFileSync(path.join(folder, 'table.csv'), 'variant,req/s,latency\ndefault,8911.30,12.04 ms\nworkers 2,17127.49,5.95 ms\n');
  const found = await dyno('import', 'table.csv', '--name', 'From a blog', '--load', 'wrk -t4 -c100 -d60s');
  expect(found, found.stderr).toMatchObject({ status: 0 });
  await page.goto(/http:\/\/\S+\/experiments\/\w+/.exec(found.stdout)?.[0] ?? '');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('From a blog');
  await expect(page.getByText('+92.2%').first()).toBeVisible();
});
