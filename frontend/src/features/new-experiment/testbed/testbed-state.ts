import type { Testbed } from '@/api/types';
import { plural } from '@/components/words/format';

/** Whether a testbed can take an experiment now, in words. */
export function testbedState({ roles, busy_with: busy, waiting }: Testbed): {
  words: string;
  tone?: 'better-ink' | 'danger';
} {
  const offline = roles.filter(({ online }) => !online);
  const hostsToRestore = roles.filter(({ condition }) => condition === 'needs_restore');
  const names = (hosts: typeof roles) => [...new Set(hosts.map(({ host_name }) => host_name))].join(', ');
  const removedRoles = roles.filter((role) => role.removed);
  if (removedRoles.length > 0) return { words: `removed: ${names(removedRoles)}`, tone: 'danger' };
  if (offline.length > 0) return { words: `offline: ${names(offline)}`, tone: 'danger' };
  if (hostsToRestore.length > 0) return { words: `left changed: ${names(hostsToRestore)}`, tone: 'danger' };
  const drainedRoles = roles.filter((role) => role.drained);
  if (drainedRoles.length > 0) return { words: `drained: ${names(drainedRoles)}`, tone: 'danger' };
  const heldRoles = roles.filter(({ claimed_by }) => claimed_by);
  if (heldRoles.length > 0) return { words: `held by another dashboard: ${names(heldRoles)}` };
  if (busy) {
    const more = waiting > 0 ? ` and ${plural(waiting, 'more experiment')}` : '';
    return { words: `queues behind ${busy.name}${more}` };
  }
  return { words: 'free, clean', tone: 'better-ink' };
}

/** Who holds hosts of it for another dashboard, and which: “proxy and load are held by …”; nothing where nobody does. */
export function heldElsewhere({ roles }: Testbed): string | undefined {
  const heldRoles = roles.filter(({ claimed_by }) => claimed_by);
  const names = [...new Set(heldRoles.map(({ host_name }) => host_name))];
  if (names.length === 0) return undefined;
  return `${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} held by ${heldRoles[0]?.claimed_by}`;
}

/** “load + proxy + backend share one machine”. */
export const sharing = ({ colocated: roleGroups }: Testbed) =>
  roleGroups.map((roles) => `${roles.join(' + ')} share one machine and its CPUs`).join('; ');
