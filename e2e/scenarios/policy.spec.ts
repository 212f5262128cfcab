// Every page does what it does within the content security policy, the text editor included.
import { expect, test } from '@playwright/test';

import { RUN_OPEN } from '../pages/results';
import { importArticleA } from '../setup/imported';

interface Broken {
  directive: string;
  blocked: string;
  file: string;
}

declare global {
  interface Window {
    tellBroken: (broken: Broken) => Promise<void>;
  }
}

const ADDRESSES = ['/', '/new', '/new?recipe=calibration&step=yaml', '/experiments', '/hosts', '/hosts/queue', '/account/people', '/experiments/import', '/docs', '/docs/?q=noise', '/api/docs'];

test('no page breaks the content security policy', async ({ page, request }) => {
  const broken: Broken[] = [];
  const unpacked: string[] = [];
  page.on('response', (one) => {
    const { pathname, search } = new URL(one.url());
    const isLarge = Number(one.headers()['content-length'] ?? 0) > 1_000 && /javascript|css|json|html/.test(one.headers()['content-type'] ?? '');
    if (isLarge && !one.headers()['content-encoding']) unpacked.push(pathname + search);
  });
  await page.exposeFunction('tellBroken', (one: Broken) => broken.push(one));
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) => {
      void window.tellBroken({ directive: effectiveDirective, blocked: blockedURI, file: sourceFile });
    }),
  );
  const id = await importArticleA(request);
  const { run_list: runs } = (await (await request.get(`/api/v1/experiments/${id}`)).json()) as { run_list: { id: string }[] };
  const measured = [`/experiments/${id}`, `/experiments/${id}/report`, `/runs/${runs[1]?.id}${RUN_OPEN}`, `/compare?a=${runs[0]?.id}&b=${runs[1]?.id}`];
  for (const address of [...ADDRESSES, ...measured]) {
    await page.goto(address);
    await expect(page.getByRole('heading').first(), address).toBeVisible();
    await expect(page.locator('[aria-busy="true"], .mantine-Skeleton-root'), address).toHaveCount(0);
    expect(broken, address).toEqual([]);
  }

  expect(unpacked, 'sent as it is, although the browser takes br and gzip').toEqual([]);

  await page.goto('/new?recipe=calibration&step=yaml');
  const editor = page.getByRole('textbox', { name: 'Definition as YAML' });
  await expect(editor).toContainText('noise');
  // the editor's own style sheets are in force
  await expect(editor).toHaveCSS('white-space', 'pre');
  await editor.press('End');
  await editor.pressSequentially('#');
  expect(broken).toEqual([]);
});
