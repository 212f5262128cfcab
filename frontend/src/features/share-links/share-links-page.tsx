import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { shareLinksQuery } from '@/api/queries/share';
import { AccountPages } from '@/components/domain/account-pages';
import { ShareLinksTable } from '@/components/domain/share-links-table';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { PageSkeleton } from '@/components/ui/feedback/loading';
import { PageHeader } from '@/components/ui/layout/page-header';
import { Section } from '@/components/ui/layout/section';

/** Everything that anybody with a link can read, and what could once be read. */
export function ShareLinksPage() {
  const { data, isPending, error, refetch } = useQuery(shareLinksQuery());
  if (isPending) return <PageSkeleton />;
  if (error) return <ErrorState error={error} failedPart="share links" onRetry={() => void refetch()} />;
  const working = data.filter(({ works }) => works);
  const endedLinks = data.filter(({ works }) => !works);
  return (
    <Stack gap="lg">
      <AccountPages />
      <PageHeader title="Share links" meta="What anyone with a link can read, without an account" />
      {data.length === 0 && (
        <EmptyState
          title="Nothing is shared"
          text="Experiments, runs, comparisons and reports have “Anyone with the link…” in their Share menu."
        />
      )}
      {working.length > 0 && (
        <Section id="working" title="Open">
          <ShareLinksTable links={working} withSubjects />
        </Section>
      )}
      {endedLinks.length > 0 && (
        <Section id="ended" title="Ended">
          <ShareLinksTable links={endedLinks} withSubjects />
        </Section>
      )}
    </Stack>
  );
}
