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

const budget = (extra = 0) => (extra ? ` and up to ${extra} more, until every run has enough samples` : '');

/** Extra trials after the measured ones, their time, and which host cannot run them. */
export function PlannedDiagnostics({ plan }: { plan: Plan }) {
  const diagnostics = plan.diagnostics ?? [];
  if (diagnostics.length === 0) return null;
  return (
    <Section
      title="Diagnostics"
      subtitle={`— ${span(diagnostics.reduce((sum, plannedDiagnostic) => sum + plannedDiagnostic.seconds, 0))} of the time`}
      id="planned-diagnostics"
      caption={
        <>
          After the measured trials, when the verdicts stand; no figure counts them.{' '}
          <DocsLink topic="diagnostics">What diagnostics are</DocsLink>
        </>
      }
    >
      <List fz="sm" spacing={4} withPadding={false}>
        {diagnostics.map((plannedDiagnostic) => (
          <List.Item key={plannedDiagnostic.what} ml={16}>
            {plural(plannedDiagnostic.diagnostics, 'diagnostic')}
            {budget(plannedDiagnostic.max_more)}, {span(plannedDiagnostic.seconds)}:{' '}
            {WORDS[plannedDiagnostic.what]}
          </List.Item>
        ))}
        {diagnostics.flatMap((plannedDiagnostic) =>
          (plannedDiagnostic.cannot ?? []).map(({ host, reason }) => (
            <List.Item key={`${plannedDiagnostic.what} ${host}`} ml={16} style={{ overflowWrap: 'anywhere' }}>
              {host} cannot record {WORDS[plannedDiagnostic.what]}: {reason}
            </List.Item>
          )),
        )}
      </List>
    </Section>
  );
}
