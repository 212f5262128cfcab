import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { reachQuery } from '@/api/queries/enrolment';
import type { Host } from '@/api/types';
import { CodeBlock } from '@/components/ui/code/code-block';
import { DocsLink } from '@/components/ui/navigation/docs-link';
import { ago } from '@/components/words/format';

import { upgradeLine } from './host-commands';

/** What is wrong with a host's agent: another version, refused messages, a copy of it elsewhere. */
export function AgentWarnings({ host }: { host: Host }) {
  return (
    <>
      {host.duplicate_agent && (
        <Warning>
          {duplicateAgentWords(host.name, host.duplicate_agent)}{' '}
          <DocsLink topic="twoAgents">Two agents of one name</DocsLink>
        </Warning>
      )}
      {host.unavailable && (
        <Warning>
          {host.unavailable}. No experiment can run on it until then.{' '}
          <DocsLink topic="agentVersions">Versions of agents</DocsLink>
        </Warning>
      )}
      {host.outdated && !host.unavailable && (
        <Warning>
          {host.outdated}. <DocsLink topic="agentVersions">Versions of agents</DocsLink>
        </Warning>
      )}
      {(host.unavailable || host.outdated) && <UpgradeLine />}
      {host.report_error && <Warning>{reportErrorWords(host.report_error)}</Warning>}
    </>
  );
}

/** What brings an agent that install.sh installed up to date, whatever its version. */
function UpgradeLine() {
  const reach = useQuery(reachQuery);
  if (!reach.data) return null;
  return (
    <Stack gap={4} mt="xs">
      <Text fz="xs">
        On that host, as the user that installed it; an agent that knows it does the same by{' '}
        <code>dyno-agent upgrade</code>:
      </Text>
      <CodeBlock
        text={upgradeLine(window.location, reach.data.key_pin)}
        label="Command that upgrades this agent"
        wrap
        copy
      />
    </Stack>
  );
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <Text fz="sm" mt="sm" c="var(--dyno-danger)" style={{ overflowWrap: 'anywhere' }}>
      {children}
    </Text>
  );
}

const duplicateAgentWords = (
  name: string,
  { hostname, machine, address }: NonNullable<Host['duplicate_agent']>,
) =>
  `A second agent with the credential of ${name} is refused: on ${hostname}, from ${address}, ` +
  `machine ${machine.slice(0, 8)}. Its state directory is a copy: stop it, and start it with a name, ` +
  `a state directory and an enrolment token of its own.`;

const reportErrorWords = ({ what: messageKind, why: reason, count, at }: NonNullable<Host['report_error']>) =>
  `${count === 1 ? '1 message' : `${count} messages`} of its agent did not fit this dashboard, the last ${ago(at)}: ` +
  `${messageKind}, ${reason}. Install the agent of this dashboard's version there.`;
