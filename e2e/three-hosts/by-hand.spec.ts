// What no recipe has: an experiment put together knob by knob, a host that is cut off, and hosts put back.
import { expect, type Page } from '@playwright/test';

import { needsRoot, test, TESTBED } from './fixture';
import { addKnob, field, goTo, launch, openRecipe, select, shorten } from '../pages/form';
import { ended, expectDeltas, expectRunPage, get, idOf, readFinished } from '../pages/results';

needsRoot();

test('calibration: the default against copies of itself', async ({ page }) => {
  await openRecipe(page, 'calibration', 'quick');
  for (const copy of ['equal 4', 'equal 5', 'equal 6']) {
    await select(page, copy);
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
  }
  await shorten(page, { seconds: 1 });
  await page.getByLabel('Trials of a run').fill('6'); // three starts of two rounds: fewer are refused
  await launch(page);
  const experiment = await readFinished(page);
  await expect(page.getByRole('region', { name: /^The noise of this testbed/ })).toContainText('trials of one start');
  await expectDeltas(page, experiment);
});

test('an experiment by hand: kernel settings by key on two hosts, raw nginx text, TLS', async ({ page }) => {
  await startWithTwoVariants(page);
  await setKernelKey(page, 'net.ipv4.tcp_fin_timeout', '21');
  await setKernelKey(page, 'net.ipv4.tcp_max_syn_backlog', '2048', 'backend');
  await hideVersion(page);
  await addKnob(page, 'tls.on');
  await page.getByRole('radiogroup', { name: 'tls.on' }).getByText('on', { exact: true }).click();
  await shorten(page, { seconds: 1 });
  await launch(page);
  const experiment = await readFinished(page);
  await expectDeltas(page, experiment);

  const changed = experiment.run_list.filter((run) => 'tls.on' in run.knobs);
  expect(changed).toHaveLength(1);
  for (const run of changed) await expectRunPage(page, run);
  const settings = page.getByRole('table', { name: 'Settings of the hosts' });
  await expect(settings.getByRole('row', { name: /^proxy-host \(proxy\) net\.ipv4\.tcp_fin_timeout 60 21$/ })).toBeVisible();
  await expect(settings.getByRole('row', { name: /^backend-host \(backend\) net\.ipv4\.tcp_max_syn_backlog \d+ 2048$/ })).toBeVisible();
  await expect(page.getByText('server_tokens off').first()).toBeVisible();
});

async function startWithTwoVariants(page: Page): Promise<void> {
  await page.goto('/new');
  await page.getByRole('link', { name: /^Start with two variants|^Continue/ }).click();
  await goTo(page, 'Testbed');
  await page.getByRole('radio', { name: new RegExp(`^${TESTBED}, `) }).click();
  await goTo(page, 'Variants');
}

async function hideVersion(page: Page): Promise<void> {
  await addKnob(page, 'nginx.http_extra');
  await page.getByRole('textbox', { name: 'nginx.http_extra' }).fill('server_tokens off;');
}

/** A kernel setting found by its key, on the proxy's host unless another one is chosen. */
async function setKernelKey(page: Page, key: string, value: string, role?: 'load' | 'backend'): Promise<void> {
  const knob = `sysctl.${key}`;
  await addKnob(page, key, knob);
  await field(page, knob).fill(value);
  if (!role) return;
  await page.getByRole('combobox', { name: `Host of ${knob}` }).click();
  await page.getByRole('option', { name: new RegExp(`^${role}: `) }).click();
  await expect(field(page, `${role}.${knob}`)).toHaveValue(value);
}

test('a host that is cut off is shown offline, and the experiment goes on when it is back', async ({ page, hosts }) => {
  await startWithTwoVariants(page);
  await hideVersion(page);
  await shorten(page, { seconds: 1 });
  await page.getByLabel('Trials of a run').fill('4'); // enough to be cut off in the middle
  const address = await launch(page);
  await expect(page.getByRole('progressbar', { name: 'Trials done' })).toBeVisible();
  hosts.cut('proxy');
  const card = page.getByRole('article').filter({ hasText: 'proxy-host' });
  try {
    await page.goto('/hosts');
    await expect(card.getByText('offline', { exact: true })).toBeVisible({ timeout: 60_000 });
  } finally {
    hosts.mend('proxy');
  }
  await expect(card.getByText('online', { exact: true })).toBeVisible({ timeout: 30_000 });
  const before = await trialsOf(page, address);

  await page.goto(address);
  const { state } = await ended(page);
  expect(state).toBe('finished');
  await expect(page.getByText('finished', { exact: true }).first()).toBeVisible();
  const trials = await trialsOf(page, address);
  expect(done(trials)).toBeGreaterThan(done(before));
  // what was measured at that moment may be lost, with a reason
  for (const trial of trials) {
    expect(trial.state).toMatch(/^(done|invalid|failed|cancelled)$/);
    if (trial.state === 'failed') expect(trial.failure).toBeTruthy();
  }
});

interface Trial {
  state: string;
  failure: unknown;
}

const trialsOf = (page: Page, address: string) => get<Trial[]>(page.request, `/experiments/${idOf(address)}/trials`);
const done = (trials: Trial[]) => trials.filter(({ state }) => state === 'done').length;

test('after everything every host is clean', async ({ page }) => {
  await page.goto('/hosts');
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(3);
  for (const card of await cards.all()) {
    await expect(card.getByText('clean', { exact: true })).toBeVisible();
    await expect(card.getByText('online', { exact: true })).toBeVisible();
  }
});
