import { Divider, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';

import { looksQuery } from '@/api/queries/experiments';
import type { Looks, RunLooks } from '@/api/types';
import { RunLooksView } from '@/components/domain/run-looks';
import { Section } from '@/components/ui/layout/section';
import { DocsLink } from '@/components/ui/navigation/docs-link';
import { TextLink } from '@/components/ui/navigation/links';

/** Extra trials beside the results, and what they say of each run. Nothing while none has brought anything. */
export function LooksSection({ id }: { id: string }) {
  const { data } = useQuery(looksQuery(id));
  if (!data || data.looks.length === 0) return null;
  const runsWithLooks = data.runs
    .map((run) => (isBesideAnother(run, data) ? { ...run, calls: [], calls_cost: '' } : run))
    .filter(({ probes, calls }) => probes.length + calls.length > 0);
  const reasons = reasonsOf(data);
  if (runsWithLooks.length === 0 && reasons.length === 0) return null;
  return (
    <Section
      title="Looking for the cause"
      id="looks"
      caption={
        <>
          From extra trials after the measured ones; no figure, interval or verdict counts them.{' '}
          <DocsLink topic="looks">What looks are</DocsLink>
        </>
      }
    >
      <Stack gap="md">
        {runsWithLooks.map((run, n) => (
          <Fragment key={run.run_id}>
            {n > 0 && <Divider />}
            <div>
              <TextLink to="/runs/$id" params={{ id: run.run_id }} fw={600}>
                {run.name}
              </TextLink>
              <RunLooksView looks={run} />
            </div>
          </Fragment>
        ))}
        {reasons.length > 0 && (
          <List fz="sm" c="dimmed" spacing={4} withPadding={false}>
            {reasons.map((reason) => (
              <List.Item key={reason} ml={16} style={{ overflowWrap: 'anywhere' }}>
                <Text inherit>{reason}</Text>
              </List.Item>
            ))}
          </List>
        )}
      </Stack>
    </Section>
  );
}

/** Its calls stand beside those of a run that is compared with it. */
const isBesideAnother = (run: RunLooks, { runs }: Looks) =>
  runs.some(({ baseline_id, calls }) => baseline_id === run.run_id && calls.length > 0);

/** Why looks saw nothing, each reason once. */
function reasonsOf({ looks }: Looks): string[] {
  const missing = looks.flatMap((look) => look.missing.map(({ host, reason }) => `${host}: ${reason}`));
  const failures = looks.flatMap(({ run, failure }) =>
    failure ? [`A look at ${run} failed: ${failure.message}`] : [],
  );
  return [...new Set([...missing, ...failures])];
}
