import type { Run } from '@/api/types';
import { plural } from '@/components/words/format';
import { loadText, workloadWords } from '@/components/words/workload';

import { machinesOf } from '../activity/machines';

const PATHS: Record<Run['topology'], string[]> = {
  direct: ['load', 'backend'],
  proxied: ['load', 'proxy', 'backend'],
  proxy_only: ['load', 'proxy'],
};

/** The hops of a request with their hosts: “load on big-1”. */
export function pathOf({
  topology,
  hosts,
}: Pick<Run, 'topology' | 'hosts'>): { role: string; host: string }[] {
  return PATHS[topology].map((role) => ({
    role,
    host: hosts.find((host) => host.role === role)?.host ?? role,
  }));
}

/** Roles of the path that share a machine, in words; undefined when each has its own. */
export function sharedMachine({ topology, hosts }: Pick<Run, 'topology' | 'hosts'>): string | undefined {
  const usedHosts = hosts.filter(({ role }) => PATHS[topology].includes(role));
  const groups = machinesOf(usedHosts).filter(({ roles }) => roles.length > 1);
  if (groups.length === 0) return undefined;
  if (groups.length === 1 && groups[0]?.roles.length === usedHosts.length) return 'all on one machine';
  return groups.map(({ roles }) => `${roles.join(' and ')} share a machine`).join(', ');
}

/** The same for a search for the ceiling, which applies many loads. */
export function searchWords({ workload, ceiling }: Run): string {
  const of = ceiling?.of ?? 'connections';
  const first = loadText(of, (of === 'rate' ? workload.rate : workload.connections) ?? 0);
  return workloadWords([workload]).replace(first, `a search over ${of === 'rate' ? 'the rate' : of}`);
}

/** “12 valid trials, 1 invalid attempt”. */
export function trialWords({
  trials_done,
  trials_invalid,
  trials_failed,
  trials_not_measured,
  trials,
  ceiling,
}: Run) {
  if (ceiling) {
    const answers = ceiling.probes.filter(({ clean }) => clean !== null);
    const failing = answers.filter(({ clean }) => clean === false).length;
    return `${plural(answers.length, 'probe')}, ${failing} with failures`;
  }
  const failedCount = trials_failed - trials_not_measured;
  const extra = [
    ...(trials_invalid ? [plural(trials_invalid, 'invalid attempt')] : []),
    ...(failedCount ? [plural(failedCount, 'failed attempt')] : []),
    ...(trials_not_measured ? [`${trials_not_measured} not measured`] : []),
  ];
  const open = trials.length - trials_done - trials_invalid - trials_failed;
  const openText = open > 0 ? [`${open} to come`] : [];
  return [plural(trials_done, 'valid trial'), ...extra, ...openText].join(', ');
}
