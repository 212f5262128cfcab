import type { Host } from '@/api/types';
import { KeyValue } from '@/components/ui/layout/key-value';
import { Pill } from '@/components/ui/labels/pill';
import { Section } from '@/components/ui/layout/section';

import { type AbilityRow, abilityRows, sandboxRows, serverRows } from './host-facts';

/** What the agent may change on this host; where it may not, the reason. */
export function AbilitiesSection({ host }: { host: Host }) {
  const rows = abilityRows(host.facts);
  return (
    <Section
      id="abilities"
      title="What its agent may change"
      caption="Each change is recorded, and restored when the experiment ends. Knobs that the host cannot set are refused before launch."
    >
      <Abilities label={`What the agent of ${host.name} may change`} rows={rows} />
    </Section>
  );
}

/** What nginx under test and load tools are started without, should one of them turn out to be hostile. */
export function SandboxSection({ host }: { host: Host }) {
  const rows = sandboxRows(host.facts);
  if (rows.length === 0) return null;
  return (
    <Section
      id="sandbox"
      title="Sandbox of nginx and load tools"
      caption="The agent tests each part at its start and in every process."
    >
      <Abilities label={`Sandbox on ${host.name}`} rows={rows} />
    </Section>
  );
}

/** The servers that its operator declared beside its own nginx; why one cannot be used. */
export function ServersSection({ host }: { host: Host }) {
  const rows = serverRows(host.facts);
  if (rows.length === 0) return null;
  return (
    <Section
      id="servers"
      title="Servers"
      caption="A variant names one by the knob server.name or backend.server. The agent reads servers.d at its start and on HUP."
    >
      <Abilities label={`Servers of ${host.name}`} rows={rows} />
    </Section>
  );
}

const Abilities = ({ label, rows }: { label: string; rows: AbilityRow[] }) => (
  <KeyValue
    label={label}
    rows={rows.map(({ name, text, may }) => ({ key: name, value: may ? text : <Refused reason={text} /> }))}
  />
);

function Refused({ reason }: { reason: string }) {
  return (
    <span style={{ fontWeight: 400 }}>
      <Pill tone="outline">no</Pill> {reason}
    </span>
  );
}
