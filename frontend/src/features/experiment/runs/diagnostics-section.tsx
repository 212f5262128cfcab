import { Divider, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';

import { diagnosticsQuery } from '@/api/queries/experiments';
import type { Diagnostics, RunDiagnostics } from '@/api/types';
import { RunDiagnosticsView } from '@/components/domain/run-diagnostics';
import { FoldedSection } from '@/components/ui/layout/folded-section';
import { DocsLink } from '@/components/ui/navigation/docs-link';
import { TextLink } from '@/components/ui/navigation/links';

/** Extra trials beside the results, and what they say of each run. Nothing while none has brought anything. */
export function DiagnosticsSection({ id }: { id: string }) {
  const { data } = useQuery(diagnosticsQuery(id));
  if (!data || data.diagnostics.length === 0) return null;
  const runsWithDiagnostics = data.runs
    .map((run) => (isBesideAnother(run, data) ? { ...run, calls: [], calls_cost: '' } : run))
    .filter(({ probes, calls }) => probes.length + calls.length > 0);
  const reasons = reasonsOf(data);
  if (runsWithDiagnostics.length === 0 && reasons.length === 0) return null;
  return (
    <FoldedSection
      title="Diagnostics"
      id="diagnostics"
      caption={
        <>
          From extra trials after the measured ones; no figure, interval or verdict counts them.{' '}
          <DocsLink topic="diagnostics">What diagnostics are</DocsLink>
        </>
      }
    >
      <Stack gap="md">
        {runsWithDiagnostics.map((run, n) => (
          <Fragment key={run.run_id}>
            {n > 0 && <Divider />}
            <div>
              <TextLink to="/runs/$id" params={{ id: run.run_id }} fw={600}>
                {run.name}
              </TextLink>
              <RunDiagnosticsView diagnostics={run} />
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
    </FoldedSection>
  );
}

/** Its calls stand beside those of a run that is compared with it. */
const isBesideAnother = (run: RunDiagnostics, { runs }: Diagnostics) =>
  runs.some(({ baseline_id, calls }) => baseline_id === run.run_id && calls.length > 0);

/** Why diagnostics saw nothing, each reason once. */
function reasonsOf({ diagnostics }: Diagnostics): string[] {
  const missing = diagnostics.flatMap((diagnostic) =>
    diagnostic.missing.map(({ host, reason }) => `${host}: ${reason}`),
  );
  const failures = diagnostics.flatMap(({ run, failure }) =>
    failure ? [`A diagnostic of ${run} failed: ${failure.message}`] : [],
  );
  return [...new Set([...missing, ...failures])];
}
