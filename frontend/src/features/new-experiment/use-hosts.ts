import { useQuery } from '@tanstack/react-query';

import { hostsQuery } from '@/api/queries/hosts';
import type { Host, Knob } from '@/api/types';

import { useEditor } from './editor-context';
import { type OnHost, onHostNow, type Role } from './knob-families';

/** The chosen testbed's host in a role; undefined while it is not known. */
export function useTestbedHosts(): (role: Role) => Host | undefined {
  const { testbed } = useEditor();
  const { data: hosts } = useQuery(hostsQuery);
  return (role) => {
    const id = testbed?.roles.find((one) => one.role === role)?.host_id;
    return hosts?.find((host) => host.id === id);
  };
}

/** What the testbed's host says on knobs: their values there now, or why they cannot be set. */
export function useOnHost(): (knob: Knob) => OnHost | undefined {
  const hostOf = useTestbedHosts();
  return (knob) => {
    const host = hostOf(knob.role);
    return host && onHostNow(knob, host);
  };
}
