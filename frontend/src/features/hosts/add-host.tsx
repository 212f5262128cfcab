import { List, Text } from '@mantine/core';

import { CodeBlock } from '@/components/ui/code/code-block';
import { Section } from '@/components/ui/layout/section';
import { DocsLink } from '@/components/ui/navigation/docs-link';

const command = (origin: string) =>
  `dyno agent --server ${origin} --token "$DYNO_AGENT_TOKEN" --roles load,proxy,backend --name "$(hostname)"`;

/** The one line that makes a machine a host. */
export function AddHost({ open = false }: { open?: boolean }) {
  return (
    <details open={open}>
      <summary style={{ cursor: 'pointer', fontWeight: 600, padding: '4px 0 12px' }}>Add a host</summary>
      <Section title="Run this on the machine">
        <CodeBlock text={command(window.location.origin)} label="Command that starts an agent" copy wrap />
        <List fz="sm" c="dimmed" mt="md" spacing={4}>
          <List.Item>
            DYNO_AGENT_TOKEN is the server’s enrolment token; the agent trades it for credentials of its own.
          </List.Item>
          <List.Item>The machine needs no open port: the agent calls the server.</List.Item>
          <List.Item>
            Roles: <code className="dyno-mono">load</code> runs wrk, ab or weighttp,{' '}
            <code className="dyno-mono">proxy</code> runs nginx, <code className="dyno-mono">backend</code>{' '}
            answers behind it. Leave out roles this machine should not have.
          </List.Item>
        </List>
        <Text fz="sm" c="dimmed" mt="sm">
          It appears here within seconds. <DocsLink topic="agents">How to run agents</DocsLink>
        </Text>
      </Section>
    </details>
  );
}
