import { List, SimpleGrid, Text } from '@mantine/core';

import type { Plan } from '@/api/types';
import { Section } from '@/components/ui/layout/section';
import { Dimmed, Subhead } from '@/components/ui/labels/texts';

import { ScopeBadge } from '../knobs/knob-scope';

import { settingIn } from './changes';

/** What is started and changed on which host, and put back. */
export function HostChanges({ plan }: { plan: Plan }) {
  return (
    <Section
      title="What changes where"
      id="changes"
      caption="Each agent records what it starts and changes beforehand: after a crash it stops and restores all of it before taking another job."
    >
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="lg">
        {(plan.changes ?? []).map(({ role, host, changes }) => (
          <div key={role}>
            <Subhead>
              {host} <Dimmed fw={400}>{role}</Dimmed>
            </Subhead>
            <Sentences sentences={changes.filter((sentence) => settingIn(sentence) === undefined)} />
            <Settings settings={changes.flatMap((sentence) => settingIn(sentence) ?? [])} />
          </div>
        ))}
      </SimpleGrid>
    </Section>
  );
}

function Sentences({ sentences }: { sentences: string[] }) {
  return (
    <List fz="sm" mt={6} spacing={4} withPadding={false}>
      {sentences.map((sentence) => (
        <List.Item key={sentence} ml={16}>
          {sentence}
        </List.Item>
      ))}
    </List>
  );
}

function Settings({ settings }: { settings: string[] }) {
  if (settings.length === 0) return null;
  return (
    <>
      <Text component="div" mt="sm">
        <ScopeBadge scope="host" />
      </Text>
      <List fz="sm" mt={6} spacing={4} withPadding={false}>
        {settings.map((setting) => (
          <List.Item key={setting} ml={16} style={{ overflowWrap: 'anywhere' }}>
            {setting}
          </List.Item>
        ))}
      </List>
    </>
  );
}
