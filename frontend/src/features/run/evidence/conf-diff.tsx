import { lazy, Suspense } from 'react';

import type { Run } from '@/api/types';
import { CodeBlock } from '@/components/ui/code/code-block';
import { TableSkeleton } from '@/components/ui/feedback/loading';
import { FoldedSection } from '@/components/ui/layout/folded-section';
import { Muted } from '@/components/ui/labels/texts';

const DiffView = lazy(async () => ({ default: (await import('@/components/ui/code/diff-view')).DiffView }));

/** nginx.conf under test: what differs from the baseline's. */
export function ConfDiff({ run: { conf, baseline } }: { run: Run }) {
  const isSame = baseline?.conf === conf;
  return (
    <FoldedSection
      id="conf"
      title="nginx.conf"
      subtitle={isSame ? 'the same as the baseline’s' : baseline && 'what differs from the baseline’s'}
      caption="With placeholders for addresses and ports, so that only settings differ. What nginx read back stands below."
    >
      {baseline && !isSame ? (
        <Suspense fallback={<TableSkeleton rows={5} />}>
          <DiffView
            before={baseline.conf}
            after={conf}
            label={`nginx.conf against that of ${baseline.name}`}
            maxHeight={480}
          />
        </Suspense>
      ) : (
        <>
          {isSame && (
            <Muted mb="sm">The same text as the baseline’s: the differences are outside nginx.conf.</Muted>
          )}
          <CodeBlock text={conf} label="nginx.conf" copy maxHeight={480} />
        </>
      )}
    </FoldedSection>
  );
}
