import { useQuery } from '@tanstack/react-query';

import { hostsQuery } from '@/api/queries/hosts';
import type { Host, Knob } from '@/api/types';

import { useEditor } from '../draft/editor-context';
import { type OnHost, onHostNow, type Role } from '../knobs/knob-families';

/** Hosts by id; undefined while they are not known. */
export function useHostById(): (id: string | undefined) => Host | undefined {
  const { data: hosts } = useQuery(hostsQuery);
  return (id) => hosts?.find((host) => host.id === id);
}

/** The chosen testbed's host in a role; undefined while it is not known. */
export function useTestbedHosts(): (role: Role) => Host | undefined {
  const { testbed } = useEditor();
  const byId = useHostById();
  return (role) => byId(testbed?.roles.find((one) => one.role === role)?.host_id);
}

/** What the testbed's host says on knobs: their values there now, or why they cannot be set. */
export function useOnHost(): (knob: Knob) => OnHost | undefined {
  const hostOf = useTestbedHosts();
  return (knob) => {
    const host = hostOf(knob.role);
    return host && onHostNow(knob, host);
  };
}
