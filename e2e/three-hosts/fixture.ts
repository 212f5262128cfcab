// The three hosts for every test of this folder, and a browser that is signed in.
import { test as plain, type BrowserContextOptions } from '@playwright/test';

import { startHosts, WHY_NOT, type Hosts } from '../setup/hosts';
import { START_WITHIN_MS, STOP_WITHIN_MS } from '../setup/process';

type SignedIn = Exclude<BrowserContextOptions['storageState'], string | undefined>;

export const TESTBED = 'three hosts';

export const test = plain.extend<object, { hosts: Hosts; signedIn: SignedIn }>({
  hosts: [
    async ({}, use) => {
      const hosts = await startHosts();
      await use(hosts);
      await hosts.stop();
    },
    { scope: 'worker', timeout: START_WITHIN_MS + STOP_WITHIN_MS },
  ],
  signedIn: [
    async ({ hosts, playwright }, use) => {
      const visitor = await playwright.request.newContext({ baseURL: hosts.url, ignoreHTTPSErrors: true });
      const answer = await visitor.post('/api/v1/session', { data: { token: hosts.token } });
      if (!answer.ok()) throw new Error(await answer.text());
      await use(await visitor.storageState());
      await visitor.dispose();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ hosts }, use) => use(hosts.url),
  storageState: ({ signedIn }, use) => use(signedIn),
});

/** First in every file: without root there are no network namespaces. */
export const needsRoot = () => test.skip(WHY_NOT !== undefined, WHY_NOT);
