import { List, SimpleGrid, Text } from '@mantine/core';

import type { Plan } from '@/api/types';
import { Section } from '@/components/ui/section';

/** What is started and changed on which host, and put back. */
export function HostChanges({ plan }: { plan: Plan }) {
  return (
    <Section
      title="What changes where"
      id="changes"
      caption="Each agent keeps a record of what it starts: after a crash it ends that before it takes another job."
    >
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="lg">
        {(plan.changes ?? []).map(({ role, host, changes }) => (
          <div key={role}>
            <Text fw={600} fz="sm">
              {host}{' '}
              <Text span c="dimmed" fw={400} inherit>
                {role}
              </Text>
            </Text>
            <List fz="sm" mt={6} spacing={4} withPadding={false}>
              {changes.map((sentence) => (
                <List.Item key={sentence} ml={16}>
                  {sentence}
                </List.Item>
              ))}
            </List>
          </div>
        ))}
      </SimpleGrid>
    </Section>
  );
}
