import type { Knob } from '@/api/types';

import { useTestbedHosts } from '../draft/use-hosts';

import { type OnHost, onHostNow } from './knob-families';

/** What the testbed's host says on knobs: their values there now, or why they cannot be set. */
export function useOnHost(): (knob: Knob) => OnHost | undefined {
  const hostOf = useTestbedHosts();
  return (knob) => {
    const host = hostOf(knob.role);
    return host && onHostNow(knob, host);
  };
}
