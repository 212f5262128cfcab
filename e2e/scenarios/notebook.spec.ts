// The notebook, as a person keeps it: note, tag, star, archive, find again, change a clone, measure the same once more.
import { expect, test, type APIRequestContext, type Page } from '@playwright/test';

import { expectAccessible } from '../pages/accessible';
import { awaitEnd } from '../pages/results';
import { importArticleA, importArticleC, importOutputs } from '../setup/imported';

test.describe.configure({ mode: 'serial' });

const WORD = `notebook${Date.now().toString(36)}`; // other scenarios use the same stack
const A = `${WORD} stepwise`;
const C = `${WORD} pinned`;
const OUTPUTS = `${WORD} outputs`;
const ids: Record<string, string> = {};

const tiny = {
  name: `${WORD} measured`,
  topology: 'proxy_only',
  workloads: [{ name: 'short', tool: 'wrk', threads: 1, connections: 2, duration: '1s' }],
  trials: 1,
  control: false,
  warmup: { prepared: 0, trial: 0 },
  variants: [{ name: 'default' }, { name: 'quiet', set: { 'nginx.access_log': 'off' } }],
};

async function finished(request: APIRequestContext, id: string): Promise<void> {
  expect((await awaitEnd(request, id)).state).toBe('finished');
}

const rows = (page: Page) => page.getByRole('table', { name: 'Experiments' }).getByRole('row').filter({ hasText: WORD });
const open = (page: Page, name: string) => page.goto(`/experiments/${ids[name]}?open=annotations`);

/** Types a search and expects exactly these experiments. */
async function found(page: Page, search: string, names: string[]): Promise<void> {
  await page.getByLabel('Search experiments').fill(`${WORD} ${search}`.trim());
  await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe(`${WORD} ${search}`.trim());
  await expect(rows(page)).toHaveCount(names.length);
  for (const name of names) await expect(rows(page).getByRole('link', { name, exact: true })).toBeVisible();
}

test('a measured and three imported experiments', async ({ request }) => {
  const made = await request.post('/api/v1/experiments', { data: { definition: tiny } });
  expect(made.status(), await made.text()).toBe(201);
  ids.tiny = ((await made.json()) as { id: string }).id;
  ids[A] = await importArticleA(request, A);
  ids[C] = await importArticleC(request, C);
  ids[OUTPUTS] = await importOutputs(request, OUTPUTS);
  await finished(request, ids.tiny);
});

test('notes are written in Markdown, with a preview, and can do no harm', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await open(page, A);
  await page.getByRole('button', { name: 'Add notes' }).click();
  const text = [
    '# What we saw',
    'Two workers were **best**, see [the rack](https://elsewhere.example/rack).',
    '| workers | req/s |\n| - | - |\n| 2 | 17127 |',
    '<script>window.hit = 1</script><img src=x onerror="window.hit = 1">',
    '[click](javascript:window.hit=1) ![pixel](https://elsewhere.example/pixel.png)',
    '![data](data:image/svg+xml,<svg/onload=window.hit=1>)',
  ].join('\n\n');
  await page.getByLabel('Notes in Markdown').fill(text);
  await page.reload(); // what is not saved yet survives
  await expect(page.getByLabel('Notes in Markdown')).toHaveValue(text);
  await page.getByText('Preview', { exact: true }).click();
  await expect(page.getByRole('cell', { name: '17127' })).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const notes = page.getByTestId('notes');
  await expect(notes.getByRole('heading', { name: 'What we saw' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
  await expect(notes.locator('img, script, svg, iframe, [href^="javascript:"], [href^="data:"]')).toHaveCount(0);
  await expect(notes.getByRole('link', { name: 'the rack' })).toHaveAttribute('rel', /noopener/);
  await notes.getByText('click', { exact: true }).click();
  expect(await page.evaluate('"hit" in window')).toBe(false);
  expect(requests.filter((url) => url.includes('elsewhere'))).toEqual([]);
  await expectAccessible(page);
});

test('notes that somebody else has changed are shown beside your own', async ({ page, request }) => {
  await open(page, C);
  await page.getByRole('button', { name: 'Add notes' }).click();
  await page.getByLabel('Notes in Markdown').fill('mine');
  const theirs = { notes: 'theirs', notes_version: 0 };
  expect((await request.patch(`/api/v1/experiments/${ids[C]}`, { data: theirs })).ok()).toBe(true);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Their notes' })).toHaveText('theirs');
  await page.getByLabel('Notes in Markdown').fill('theirs and mine');
  await page.getByRole('button', { name: 'Save mine in place of theirs' }).click();
  await expect(page.getByTestId('notes')).toHaveText('theirs and mine');
});

test('tags, star and archive, seen in another window at once', async ({ page, context }) => {
  const other = await context.newPage();
  await open(other, C);
  await expect(other.getByRole('button', { name: 'Add tags' })).toBeVisible();
  await open(page, C);
  await page.getByRole('button', { name: 'Add tags' }).click();
  await page.getByRole('combobox', { name: 'Tags', exact: true }).fill('Nightly Run');
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'Tags', exact: true }).fill(`${WORD}-tag`);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('link', { name: 'nightly run', exact: true })).toBeVisible();
  await other.bringToFront();
  await expect(other.getByRole('link', { name: 'nightly run', exact: true })).toBeVisible();
  await other.close();
  await page.getByRole('button', { name: /^Star/ }).click();
  await expect(page.getByRole('button', { name: /^Star/ })).toHaveAttribute('aria-pressed', 'true');
  await open(page, OUTPUTS);
  await page.getByRole('button', { name: 'Rename' }).click();
  await page.getByLabel('Name', { exact: true }).fill(`${WORD} blog`);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: `${WORD} blog` })).toBeVisible();
  await page.getByRole('button', { name: 'Archive', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Unarchive' })).toBeVisible();
});

test('experiments are found by text, tag, host, knob value, verdict and date', async ({ page }) => {
  await page.goto('/experiments');
  await found(page, '', [A, C, tiny.name]); // the archive is left out
  await found(page, 'archived:include', [A, C, `${WORD} blog`, tiny.name]);
  await found(page, '"were **best**"', [A]); // the notes
  await found(page, 'multi_accept', [A]); // a variant
  await found(page, 'tag:"nightly run"', [C]);
  await found(page, 'host:proxy', [tiny.name]);
  await found(page, 'knob:nginx.worker_processes=22', [C]);
  await found(page, 'knob:worker_processes=auto', [A]);
  await found(page, 'verdict:better', [C]);
  await found(page, 'is:starred is:imported', [C]);
  await found(page, 'by:me', [A, C, tiny.name]);
  await found(page, 'by:token', []);
  await found(page, 'after:today', [A, C, tiny.name]);
  await found(page, 'until:yesterday', []);
  await expect(page.getByText('No experiment matches')).toBeVisible();
  await page.getByRole('button', { name: 'Without until:yesterday' }).click();
  await expect(rows(page)).toHaveCount(3);
  await page.getByLabel('Search experiments').fill('verdct:better');
  await expect(page.getByText(/did you mean verdict:/)).toBeVisible();
});

test('the figures of experiments are sorted, and those that are ticked are compared', async ({ page }) => {
  await page.goto(`/experiments?q=${WORD}`);
  await page.getByRole('button', { name: 'Verdict' }).click();
  await expect(page).toHaveURL(/sort=-verdict/);
  await expect(page.getByRole('columnheader', { name: /^Verdict/ })).toHaveAttribute('aria-sort', 'descending');
  await expect(rows(page).first()).toContainText(C);
  await expect(rows(page).first().getByText('better', { exact: true }).locator('visible=true').first()).toBeVisible();
  for (const name of [C, tiny.name]) await page.getByRole('checkbox', { name: `Choose “${name}”` }).check();
  await expectAccessible(page);
  await page.getByRole('region', { name: 'Chosen experiments' }).getByRole('button', { name: 'Compare' }).click();
  await expect(page).toHaveURL(/\/compare\?a=[^&]+&b=/);
});

test('filters write into the search, and several are tagged and archived at once', async ({ page }) => {
  await page.goto(`/experiments?q=${WORD}`);
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('combobox', { name: 'Tag', exact: true }).click();
  await page.getByRole('option', { name: `${WORD}-tag (1)` }).click();
  await expect(page.getByLabel('Search experiments')).toHaveValue(`${WORD} tag:${WORD}-tag`);
  await page.getByRole('combobox', { name: 'Knob' }).fill('nginx.access_log');
  await page.getByRole('textbox', { name: 'Value' }).fill('off');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page).toHaveURL(/knob%3Anginx\.access_log%3Doff/);
  await expect(rows(page)).toHaveCount(1);
  await expectAccessible(page);
  await page.reload();
  await page.getByRole('button', { name: `Remove tag:${WORD}-tag` }).click();
  await expect(rows(page)).toHaveCount(2);
  for (const box of await page.getByRole('checkbox', { name: /^Choose/ }).all()) await box.check();
  await page.getByRole('combobox', { name: 'Tags to add' }).fill('together');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Tag them' }).click();
  await expect(rows(page).getByRole('link', { name: 'together' })).toHaveCount(2);
  await page.getByRole('checkbox', { name: `Choose “${C}”` }).check();
  await page.getByRole('button', { name: 'Archive them' }).click();
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder(/^Find or do/).fill(`tag:together ${WORD}`);
  await expect(page.getByRole('button', { name: /All experiments matching tag:together/ })).toBeVisible();
  await page.getByRole('button', { name: new RegExp(`^${WORD} measured`) }).click();
  await expect(page).toHaveURL(new RegExp(`/experiments/${ids.tiny}`));
});

test('a clone that is changed says what it was made from; of imported results what could be mapped', async ({ page }) => {
  await open(page, OUTPUTS);
  await page.getByRole('link', { name: 'Clone and change' }).click();
  await expect(page.getByText('kernel scheduler')).toBeVisible();
  await open(page, 'tiny');
  await page.getByRole('link', { name: 'Clone and change' }).click();
  await page.goto(`/new?from=${ids.tiny}&step=workload&open=more-settings`);
  await page.getByLabel('Trials of a run').fill('2');
  await page.goto(`/new?from=${ids.tiny}&step=plan`);
  await page.getByRole('button', { name: /^Launch/ }).click();
  await expect(page).toHaveURL(/\/experiments\/[a-z0-9]{14}/);
  await expect(page.getByText('Changed from')).toBeVisible();
  const clone = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await page.request.post(`/api/v1/experiments/${clone}/cancel`);
  await open(page, 'tiny');
  await page.getByRole('link', { name: '1 experiment was made from this' }).click();
  await expect(rows(page)).toHaveCount(1);
});

test('Reproduce says what has changed, measures the same again, and sets both side by side', { tag: '@exhaustive' }, async ({ page, request }) => {
  await open(page, 'tiny');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Reproduce' }).click();
  await expect(page).toHaveURL(/reproduce=1/);
  const dialog = page.getByRole('dialog', { name: /Reproduce/ });
  await expect(dialog.getByText(/fact(s)? of the hosts (has|changed)/i)).toBeVisible();
  await dialog.getByText(/^Same order/).click();
  await expect(dialog.getByText(/2 runs × 1 round, about/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Launch' }).click();
  await expect(page.getByText('The same again as')).toBeVisible();
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  expect(id).not.toBe(ids.tiny);
  await finished(request, id);
  await page.reload();
  const table = page.getByRole('table', { name: 'The original and this one' });
  await expect(table.getByRole('row').filter({ hasText: 'quiet' })).toContainText('the same');
  await page.goto(`/experiments/trend?experiment=${id}&tables=trend`);
  const points = page.getByRole('table', { name: /of quiet/ }).getByRole('row').filter({ hasText: `${WORD} measured` });
  await expect(points).toHaveCount(2);
  await page.goto(`/experiments/${id}`);
  await page.getByRole('link', { name: 'Compare run by run' }).click();
  await expect(page).toHaveURL(/\/compare\?a=/);
  await page.goto(`/experiments/${ids[A]}`);
  await expect(page.getByRole('link', { name: 'Clone and change' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reproduce' })).toHaveCount(0);
});
