// One stack with an OpenID provider for all scenarios, unless DYNO_E2E_URL names one of this user that is up already; and a session in it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { startProvider } from './provider';
import { signIn } from './sign-in';
import { startStack } from './stack';

export default async function globalSetup(): Promise<() => Promise<void>> {
  const { stack, provider } = process.env.DYNO_E2E_URL ? {} : await started();
  const folder = mkdtempSync(path.join(tmpdir(), 'dyno-e2e-session-'));
  const stop = async () => {
    rmSync(folder, { recursive: true });
    await stack?.stop();
    provider?.stop();
  };
  try {
    process.env.DYNO_E2E_URL ??= stack?.url;
    process.env.DYNO_E2E_DATA ??= stack?.data;
    process.env.DYNO_E2E_LOCK ??= stack?.lock;
    if (provider) process.env.DYNO_E2E_PROVIDER = provider.env.DYNO_OIDC_ISSUER;
    process.env.DYNO_E2E_STATE = path.join(folder, 'state.json');
    writeFileSync(process.env.DYNO_E2E_STATE, JSON.stringify(await signIn(process.env.DYNO_E2E_URL ?? '')));
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

async function started() {
  const provider = await startProvider();
  try {
    return { provider, stack: await startStack(provider.env) };
  } catch (error) {
    provider.stop();
    throw error;
  }
}
