import { Group, Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

import type { Host } from '@/api/types';
import { ago, memory, plural } from '@/components/words/format';
import { needsRestore, leftWords } from '@/components/domain/hosts-to-restore';
import { TextLink } from '@/components/ui/navigation/links';
import { DocsLink } from '@/components/ui/navigation/docs-link';
import { Pill } from '@/components/ui/labels/pill';
import { StateBadge } from '@/components/ui/labels/state-badge';

import { AgentWarnings } from './agent-warnings';
import { drainedWords } from './retire-host';
import classes from './host-card.module.css';
import { abilityRows, serverWords } from './host-facts';

/** A host in short; its name opens the details below. */
export function HostCard({ host, isSelected }: { host: Host; isSelected: boolean }) {
  const { facts } = host;
  return (
    <Paper className={classes.card} data-selected={isSelected} component="article">
      <Group justify="space-between" wrap="nowrap">
        <Title order={2} fz="lg">
          <TextLink
            to="/hosts"
            search={{ host: isSelected ? undefined : host.id }}
            resetScroll={false}
            c="var(--dyno-ink)"
            aria-expanded={isSelected}
          >
            {host.name}
          </TextLink>
        </Title>
        <Group gap={6} wrap="nowrap">
          <StateBadge state={host.condition} />
          <StateBadge state={host.online ? 'online' : 'offline'} />
        </Group>
      </Group>
      <Group gap={6} mt={6}>
        {host.roles.map((role) => (
          <Pill key={role} tone="outline">
            {role}
          </Pill>
        ))}
      </Group>
      {(host.labels ?? []).length > 0 && (
        <Group gap={6} mt={6} aria-label={`Labels of ${host.name}`} role="group">
          {host.labels?.map((label) => (
            <Pill key={label}>{label}</Pill>
          ))}
        </Group>
      )}
      <dl className={classes.facts}>
        <Fact name="Address" value={<span className="dyno-mono">{host.address}</span>} />
        <Fact name="CPU" value={`${plural(facts.cpus, 'core')}, ${facts.cpu_model || 'unknown model'}`} />
        <Fact name="Memory" value={memory(facts.memory_bytes)} />
        <Fact name="System" value={`${facts.os}, kernel ${facts.kernel}`} />
        <Fact name="Server" value={serverWords(facts)} />
        <Fact name="Load tools" value={<Tools tools={facts.tools ?? {}} />} />
        <Fact name="May change" value={mayChange(host)} />
        <Fact name="Last seen" value={ago(host.last_seen)} />
      </dl>
      {host.missing.map((text) => (
        <Text key={text} fz="sm" mt="sm">
          {text}
        </Text>
      ))}
      {host.dropped_messages > 0 && (
        <Text fz="sm" mt="sm" c="var(--dyno-danger)">
          {droppedWords(host)} <DocsLink topic="droppedMessages">Where such messages come from</DocsLink>
        </Text>
      )}
      <AgentWarnings host={host} />
      {needsRestore(host) && (
        <Text fz="sm" mt="sm" c="var(--dyno-danger)">
          Not as it was: {leftWords(host)}.
        </Text>
      )}
      {host.drained_at && (
        <Text fz="sm" mt="sm" fw={550}>
          {drainedWords(host)}
        </Text>
      )}
      {host.claimed_by && (
        <Text fz="sm" mt="sm">
          Held by {host.claimed_by}: experiments wait until it is free.
        </Text>
      )}
      {host.held_by && (
        <Text fz="sm" mt="sm">
          Busy with{' '}
          <TextLink to="/experiments/$id" params={{ id: host.held_by.id }}>
            {host.held_by.name}
          </TextLink>
        </Text>
      )}
    </Paper>
  );
}

const droppedWords = ({ dropped_messages: count }: Host) =>
  count === 1
    ? '1 message that was not signed by this dashboard was dropped since its agent started.'
    : `${count} messages that were not signed by this dashboard were dropped since its agent started.`;

/** “kernel settings, interrupts, governor”; what stands in the way is with the details. */
function mayChange({ facts }: Host): string {
  const changeable = abilityRows(facts).filter(({ may, name }) => may && name !== 'Open files');
  return changeable.length === 0
    ? 'nothing host-wide'
    : changeable.map(({ name }) => name.toLowerCase().replace('cpus of ', '')).join(', ');
}

/** A term of a list with what it is. */
export function Fact({ name, value }: { name: string; value: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}

function Tools({ tools }: { tools: Record<string, string> }) {
  const toolVersions = Object.entries(tools);
  if (toolVersions.length === 0) return 'none found';
  return toolVersions.map(([tool, version]) => `${tool} ${version}`).join(', ');
}
