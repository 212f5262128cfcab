// A browser that is signed in by a link of `dyno login`, as a state that every test begins with.
import { request } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import path from 'node:path';

import { root } from './process';

export const newLink = (url: string): URL =>
  new URL(execFileSync(path.join(root, '.venv/bin/dyno'), ['login', '--server', url], { encoding: 'utf8' }).trim());

export async function signIn(url: string) {
  const link = newLink(url);
  const visitor = await request.newContext({ baseURL: url, extraHTTPHeaders: { host: link.host } });
  const answer = await visitor.post('/api/v1/session', { data: { code: link.hash.replace('#sign-in=', '') } });
  if (!answer.ok()) throw new Error(await answer.text());
  const { cookies, origins } = await visitor.storageState();
  await visitor.dispose();
  // Chromium knows names below localhost, Node does not: pages may be at either, requests are at the address
  return { cookies: cookies.flatMap((one) => [one, { ...one, domain: link.hostname }]), origins };
}
