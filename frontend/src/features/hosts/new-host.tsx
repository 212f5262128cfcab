import { Button, Group, Loader, SegmentedControl, Stack, Text } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import { reachQuery, tokensQuery, waitingAgentsQuery } from '@/api/queries/enrolment';
import { hostsQuery } from '@/api/queries/hosts';
import type { Host, NewToken } from '@/api/types';
import { CodeBlock } from '@/components/ui/code/code-block';
import { CopyButton } from '@/components/ui/sharing/copy-button';
import { DocsLink } from '@/components/ui/navigation/docs-link';
import { PlainButton } from '@/components/ui/navigation/buttons';
import { TextList } from '@/components/ui/labels/text-list';
import { Small, Subhead } from '@/components/ui/labels/texts';

import { lineOf, type Way, WAYS } from './host-commands';
import { abilityRows } from './host-facts';
import { Notice } from './notice';
import { Answer, WhoAsks } from './waiting-agents';

const OFTEN = { refetchInterval: 2_000 };

interface NewHostProps {
  token: NewToken;
  onAgain: () => void;
  onClose: () => void;
}

/** The line to run on the machine, and what has become of it. */
export function NewHost({ token, onAgain, onClose }: NewHostProps) {
  const secondsLeft = useSecondsLeft(token.expires_at);
  const [way, setWay] = useState<Way>('install');
  const reach = useQuery(reachQuery);
  const command = lineOf(way, token, window.location, reach.data?.key_pin);
  return (
    <Stack gap="md">
      <SegmentedControl
        aria-label="How the agent is started"
        value={way}
        onChange={(value) => setWay(value as Way)}
        data={WAYS.map(({ way: value, label }) => ({ value, label }))}
      />
      <div>
        <Group justify="space-between" mb={6} wrap="nowrap" align="flex-start">
          <Text fz="sm">
            Paste this on the machine. {WAYS.find((candidate) => candidate.way === way)?.about}{' '}
            <DocsLink topic="addHost">More</DocsLink>
          </Text>
          <CopyButton text={command} flex="none" />
        </Group>
        <CodeBlock text={command} label="Command that starts an agent" wrap />
      </div>
      <Small>
        The token is shown only now. Process lists do not show it.{' '}
        {secondsLeft > 0 ? (
          <span role="timer" style={{ fontVariantNumeric: 'tabular-nums' }}>
            It is good for {clock(secondsLeft)}.
          </span>
        ) : (
          'It has expired.'
        )}
      </Small>
      <div role="status">
        <Outcome token={token} isExpired={secondsLeft <= 0} />
      </div>
      <Group justify="flex-end" gap="xs">
        <PlainButton onClick={onAgain}>Make another</PlainButton>
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  );
}

function Outcome({ token, isExpired }: { token: NewToken; isExpired: boolean }) {
  const tokens = useQuery({ ...tokensQuery, ...OFTEN });
  const waiting = useQuery({ ...waitingAgentsQuery, ...OFTEN });
  const hosts = useQuery({ ...hostsQuery, ...OFTEN });
  const now = tokens.data?.find(({ id }) => id === token.id);
  const asking = waiting.data?.find(({ token_id: id }) => id === token.id);
  const host = hosts.data?.find(({ id }) => id === now?.host_id);
  if (now?.refusal)
    return (
      <Line icon={<IconAlertTriangle size={20} color="var(--dyno-danger)" aria-hidden />}>
        An agent came and was refused. {now.refusal}.
      </Line>
    );
  if (asking)
    return (
      <Stack gap="xs">
        <Subhead>
          {asking.name} asks to be let in: {asking.reason}.
        </Subhead>
        <WhoAsks agent={asking} />
        <Answer agent={asking} />
      </Stack>
    );
  if (host?.online) return <Here host={host} wasThere={now?.host_was_there} />;
  if (host) return <Line icon={<Loader size={18} />}>{host.name} is let in; its agent starts …</Line>;
  if (isExpired) return <Text fz="sm">The token expired unused. Make another one.</Text>;
  return <Line icon={<Loader size={18} />}>Waiting for the machine …</Line>;
}

function Here({ host, wasThere = false }: { host: Host; wasThere?: boolean }) {
  const { name, address, version } = host;
  return (
    <Notice
      good
      title={
        wasThere
          ? `${name} was a host already; its agent is now ${version}`
          : `${name} is here, at ${address}`
      }
    >
      <Lacking host={host} />
    </Notice>
  );
}

/** What the new host lacks for its roles: programs with the command of its distribution, and rights. */
function Lacking({ host }: { host: Host }) {
  const refusedRows = abilityRows(host.facts).filter(({ may }) => !may);
  if (host.missing.length === 0 && refusedRows.length === 0)
    return <Text fz="sm">Nothing is missing for its roles.</Text>;
  return (
    <Stack gap="xs">
      {host.missing.length > 0 && <TextList fz="sm" texts={host.missing} />}
      {host.install && (
        <CodeBlock text={host.install} label="Command that installs what is missing" wrap copy />
      )}
      {refusedRows.length > 0 && (
        <>
          <Text fz="sm">It may not change the following; plans that need it are refused:</Text>
          <TextList fz="sm" texts={refusedRows.map(({ name, text }) => `${name}: ${text}`)} />
        </>
      )}
    </Stack>
  );
}

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <Group gap={8} wrap="nowrap" align="flex-start">
      <span style={{ flex: 'none', display: 'flex' }}>{icon}</span>
      <Text fz="sm" miw={0} style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
    </Group>
  );
}

function useSecondsLeft(until: string): number {
  const read = () => Math.max(0, Math.round((Date.parse(until) - Date.now()) / 1000));
  const [secondsLeft, setLeft] = useState(read);
  useInterval(() => setLeft(read()), 1_000, { autoInvoke: true });
  return secondsLeft;
}

/** “59:07”; “6 days” where minutes do not matter. */
export function clock(seconds: number): string {
  if (seconds >= 2 * 86_400) return `${Math.floor(seconds / 86_400)} days`;
  if (seconds >= 2 * 3_600) return `${Math.floor(seconds / 3_600)} hours`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
