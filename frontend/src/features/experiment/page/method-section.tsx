import { Stack, Text } from '@mantine/core';

import type { Experiment } from '@/api/types';
import { DocsLink } from '@/components/ui/navigation/docs-link';
import { Section } from '@/components/ui/layout/section';
import { isUnfinished } from '@/components/words/states';

/** Below the charts: what ended the rounds, how servers were started, and what the definition says of itself. */
export function MethodSection({ experiment }: { experiment: Experiment }) {
  const { precision, decision, halving, servers, note, description, state } = experiment;
  const endRule = isUnfinished(state) ? undefined : (precision ?? decision ?? halving);
  if (!endRule && !servers && !note && !description) return null;
  return (
    <Section id="method" title="How it was measured">
      <Stack gap={6} maw={900}>
        {endRule && (
          <Text fz="sm">
            {endRule.sentence} <DocsLink topic="rounds">How many rounds</DocsLink>
          </Text>
        )}
        {servers && (
          <Text fz="sm">
            {servers.sentence} <DocsLink topic="servers">Servers</DocsLink>
          </Text>
        )}
        <Note experiment={experiment} />
      </Stack>
    </Section>
  );
}

/** How this form differs from the write-up. */
function Note({ experiment: { note, description, form } }: { experiment: Experiment }) {
  return (
    <>
      {description && (
        <Text fz="sm" c="dimmed">
          {description}
        </Text>
      )}
      {note && (
        <Text fz="sm" c="dimmed">
          <Text span fz="sm" fw={550} c="var(--dyno-ink)">
            {form ? 'How this form differs: ' : 'Note: '}
          </Text>
          {note}
        </Text>
      )}
    </>
  );
}
