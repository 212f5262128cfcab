import { useQuery } from '@tanstack/react-query';

import { looksQuery } from '@/api/queries/experiments';
import { hasPage } from '@/api/share';
import type { Run } from '@/api/types';
import { RunLooksView } from '@/components/domain/run-looks';
import { Section } from '@/components/ui/layout/section';
import { DocsLink } from '@/components/ui/navigation/docs-link';

/** What extra trials of this run say; nothing where there were none. */
export default function RunLooksSection({ run }: { run: Run }) {
  const { data } = useQuery({
    ...looksQuery(run.experiment.id),
    enabled: hasPage(`/experiments/${run.experiment.id}`),
  });
  const ownLooks = data?.runs.find(({ run_id }) => run_id === run.id);
  if (!ownLooks || ownLooks.probes.length + ownLooks.calls.length === 0) return null;
  return (
    <Section
      title="Looking for the cause"
      id="looks"
      caption={
        <>
          From extra trials after the measured ones; no figure on this page counts them.{' '}
          <DocsLink topic="looks">What looks are</DocsLink>
        </>
      }
    >
      <RunLooksView looks={ownLooks} />
    </Section>
  );
}
