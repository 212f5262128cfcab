import { Box, SegmentedControl } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';

import type { Run, TrialDetail } from '@/api/types';
import { TableSkeleton } from '@/components/ui/feedback/loading';
import { FoldedSection } from '@/components/ui/layout/folded-section';

import type { EvidenceTab } from './evidence-parts';

const EvidencePart = lazy(() => import('./evidence-parts'));

const route = getRouteApi('/runs/$id');
const TABS = [
  { value: 'effective', label: 'As read back' },
  { value: 'output', label: 'Raw output' },
  { value: 'facts', label: 'Host facts' },
] as const;

/** What the figures rest on: effective configuration, raw output, host facts. */
export function Evidence({ run, trial }: { run: Run; trial?: TrialDetail }) {
  const { tab = 'effective' } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <FoldedSection
      id="evidence"
      title="Evidence"
      subtitle="configuration as read back, raw output, host facts"
      params={['tab', 'q']}
      aside={
        <Box maw="100%" style={{ overflowX: 'auto' }}>
          <SegmentedControl
            aria-label="Evidence"
            data={[...TABS]}
            value={tab}
            onChange={(next) =>
              void navigate({
                search: (previous) => ({
                  ...previous,
                  tab: next === 'effective' ? undefined : (next as EvidenceTab),
                }),
                replace: true,
                resetScroll: false,
              })
            }
          />
        </Box>
      }
    >
      <Suspense fallback={<TableSkeleton rows={5} />}>
        <EvidencePart {...{ tab, run, trial }} />
      </Suspense>
    </FoldedSection>
  );
}
