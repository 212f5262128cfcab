// One stack for all scenarios, unless DYNO_E2E_URL names one that is up already.
import { startStack } from './stack';

export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.DYNO_E2E_URL) return undefined;
  const stack = await startStack();
  process.env.DYNO_E2E_URL = stack.url;
  process.env.DYNO_E2E_DATA = stack.data;
  return stack.stop;
}
