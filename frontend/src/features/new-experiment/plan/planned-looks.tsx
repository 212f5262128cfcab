import { List } from '@mantine/core';

import type { Plan } from '@/api/types';
import { Section } from '@/components/ui/layout/section';
import { DocsLink } from '@/components/ui/navigation/docs-link';
import { plural, span } from '@/components/words/format';

const WORDS = {
  probe: 'probes with a quarter fewer and more connections',
  profile: 'profiles of servers and load tool',
  system_calls: 'system calls by name',
};

/** Extra trials after the measured ones, their time, and which host cannot look. */
export function PlannedLooks({ plan }: { plan: Plan }) {
  const looks = plan.looks ?? [];
  if (looks.length === 0) return null;
  return (
    <Section
      title="Looking for the cause"
      subtitle={`— ${span(looks.reduce((sum, plannedLook) => sum + plannedLook.seconds, 0))} of the time`}
      id="planned-looks"
      caption={
        <>
          After the measured trials; no figure counts them. <DocsLink topic="looks">What looks are</DocsLink>
        </>
      }
    >
      <List fz="sm" spacing={4} withPadding={false}>
        {looks.map((plannedLook) => (
          <List.Item key={plannedLook.what} ml={16}>
            {plural(plannedLook.looks, 'look')}, {span(plannedLook.seconds)}: {WORDS[plannedLook.what]}
          </List.Item>
        ))}
        {looks.flatMap((plannedLook) =>
          (plannedLook.cannot ?? []).map(({ host, reason }) => (
            <List.Item key={`${plannedLook.what} ${host}`} ml={16} style={{ overflowWrap: 'anywhere' }}>
              {host} cannot look at {WORDS[plannedLook.what]}: {reason}
            </List.Item>
          )),
        )}
      </List>
    </Section>
  );
}
