import type { Host, Knob } from '@/api/types';

import type { KnobMap } from '../draft/definition';
import { useEditor } from '../draft/editor-context';
import { useTestbedHosts } from '../draft/use-hosts';

import { type OnHost, onHostNow } from './knob-families';

const SERVER_KNOBS: Partial<Record<Knob['role'], string>> = {
  proxy: 'server.name',
  backend: 'backend.server',
};

/** What the testbed's host says on knobs: their values there now, or why they cannot be set.
 *  `ownKnobs`: those set beside them, which may name another server. */
export function useOnHost(ownKnobs: KnobMap): (knob: Knob) => OnHost | undefined {
  const hostOf = useTestbedHosts();
  const { definition } = useEditor();
  return (knob) => {
    const host = hostOf(knob.role);
    const server = { ...definition.set, ...ownKnobs }[SERVER_KNOBS[knob.role] ?? ''];
    return host && onHostNow(knob, withServer(host, server));
  };
}

/** The host as a variant meets it that runs one of its declared servers. */
function withServer(host: Host, name: unknown): Host {
  const server = host.facts.servers?.find((candidate) => candidate.name === name);
  return server ? { ...host, facts: { ...host.facts, nginx: server.nginx } } : host;
}
