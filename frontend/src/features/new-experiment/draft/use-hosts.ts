import { useQuery } from '@tanstack/react-query';

import { hostsQuery } from '@/api/queries/hosts';
import type { Host, Knob } from '@/api/types';

import { useEditor } from './editor-context';

/** Hosts by id; undefined while they are not known. */
export function useHostById(): (id: string | undefined) => Host | undefined {
  const { data: hosts } = useQuery(hostsQuery);
  return (id) => hosts?.find((host) => host.id === id);
}

/** The chosen testbed's host in a role; undefined while it is not known. */
export function useTestbedHosts(): (role: Knob['role']) => Host | undefined {
  const { testbed } = useEditor();
  const byId = useHostById();
  return (role) => byId(testbed?.roles.find((assignment) => assignment.role === role)?.host_id);
}
