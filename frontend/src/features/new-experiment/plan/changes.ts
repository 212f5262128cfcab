import type { Plan } from '@/api/types';
import { plural } from '@/components/words/format';

/** “net.core.somaxconn = 8192 in 1 of 5 runs”, when that is what a sentence says is changed on the host. */
export const settingIn = (sentence: string) =>
  /^Changes the host: (.+?)(?:; put back after (?:them|it))?\.$/.exec(sentence)?.[1];

/** Hosts that are changed, each once: where servers are only started nothing changes. */
export function changedHosts(changes: NonNullable<Plan['changes']>): string {
  const changedHostList = changes.filter((change) =>
    change.changes.some((sentence) => settingIn(sentence) !== undefined),
  );
  const hosts = new Set(changedHostList.map(({ host }) => host));
  return hosts.size === 0 ? 'no host' : plural(hosts.size, 'host');
}
