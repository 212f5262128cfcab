import { useQuery } from '@tanstack/react-query';

import { diagnosticsQuery } from '@/api/queries/experiments';
import { hasPage } from '@/api/share';
import type { Run } from '@/api/types';
import { RunDiagnosticsView } from '@/components/domain/run-diagnostics';
import { FoldedSection } from '@/components/ui/layout/folded-section';
import { DocsLink } from '@/components/ui/navigation/docs-link';

/** What extra trials of this run say; nothing where there were none. */
export default function RunDiagnosticsSection({ run }: { run: Run }) {
  const { data } = useQuery({
    ...diagnosticsQuery(run.experiment.id),
    enabled: hasPage(`/experiments/${run.experiment.id}`),
  });
  const runDiagnostics = data?.runs.find(({ run_id }) => run_id === run.id);
  if (!runDiagnostics || runDiagnostics.probes.length + runDiagnostics.calls.length === 0) return null;
  return (
    <FoldedSection
      title="Diagnostics"
      subtitle="from extra trials after the measured ones"
      id="diagnostics"
      caption={
        <>
          No figure on this page counts them. <DocsLink topic="diagnostics">What diagnostics are</DocsLink>
        </>
      }
    >
      <RunDiagnosticsView diagnostics={runDiagnostics} />
    </FoldedSection>
  );
}
