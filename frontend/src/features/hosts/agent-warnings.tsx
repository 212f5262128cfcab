import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

import type { Host } from '@/api/types';
import { DocsLink } from '@/components/ui/navigation/docs-link';
import { ago } from '@/components/words/format';

/** What is wrong with a host's agent: another version, refused messages, a copy of it elsewhere. */
export function AgentWarnings({ host }: { host: Host }) {
  return (
    <>
      {host.rival && (
        <Warning>
          {rivalWords(host.name, host.rival)} <DocsLink topic="twoAgents">Two agents of one name</DocsLink>
        </Warning>
      )}
      {host.unfit && (
        <Warning>
          {host.unfit}. No experiment can run on it until then.{' '}
          <DocsLink topic="agentVersions">Versions of agents</DocsLink>
        </Warning>
      )}
      {host.misfit && <Warning>{misfitWords(host.misfit)}</Warning>}
    </>
  );
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <Text fz="sm" mt="sm" c="var(--dyno-danger)" style={{ overflowWrap: 'anywhere' }}>
      {children}
    </Text>
  );
}

const rivalWords = (name: string, { hostname, machine, address }: NonNullable<Host['rival']>) =>
  `A second agent has the credential of ${name} and is not listened to: on ${hostname}, from ${address}, ` +
  `machine ${machine.slice(0, 8)}. Its state directory is a copy: stop it, and start it with a name, ` +
  `a state directory and an enrolment token of its own.`;

const misfitWords = ({ what, why, count, at }: NonNullable<Host['misfit']>) =>
  `${count === 1 ? '1 message' : `${count} messages`} of its agent did not fit this dashboard, the last ${ago(at)}: ` +
  `${what}, ${why}. Install the agent of this dashboard's version there.`;
