import { useQuery } from '@tanstack/react-query';

import { hostsQuery } from '@/api/queries/hosts';
import type { Knob } from '@/api/types';

import { useEditor } from './editor-context';

/** “load-1 has CPUs 0-3”, for a knob that names CPUs. */
export function useCpus(knob?: Knob): string | undefined {
  const { testbed } = useEditor();
  const isAboutCpus = knob?.type === 'cpu_list' || knob?.type === 'affinity';
  const hosts = useQuery({ ...hostsQuery, enabled: isAboutCpus });
  if (!isAboutCpus) return undefined;
  const id = testbed?.roles.find(({ role }) => role === knob.role)?.host_id;
  const host = hosts.data?.find((one) => one.id === id);
  return host && `${host.name} has CPUs ${host.facts.online_cpus}`;
}
