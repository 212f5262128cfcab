import type { Knob } from '@/api/types';

import { useTestbedHosts } from '../draft/use-hosts';

/** “load-1 has CPUs 0-3”, for a knob that names CPUs. */
export function useCpus(knob?: Knob): string | undefined {
  const hostOf = useTestbedHosts();
  if (!knob || !['cpu_list', 'affinity', 'irq_affinity'].includes(knob.type)) return undefined;
  const host = hostOf(knob.role);
  return host && `${host.name} has CPUs ${host.facts.online_cpus}`;
}
