import { lazy, Suspense } from 'react';

import { roundWords } from '@/components/words/format';
import { TableSkeleton } from '@/components/ui/feedback/loading';
import { FoldedSection } from '@/components/ui/layout/folded-section';
import { UrlSegments } from '@/components/ui/navigation/url-segments';

import { SERIES_TABS } from './series-names';
import type { HostActivityProps } from './trial-readings';

const TrialReadings = lazy(() => import('./trial-readings'));

/** What every host did while one trial was measured: curves by the second, exact figures over the window. */
export function HostActivity(props: HostActivityProps) {
  const { round, repeat } = props.trial;
  return (
    <FoldedSection
      id="hosts"
      params={['series', 'from', 'to']}
      title="What every host was doing"
      subtitle={`in the trial of ${roundWords(round, repeat)}`}
      aside={<UrlSegments name="series" label="Kind of reading" options={[...SERIES_TABS]} fallback="cpu" />}
    >
      <Suspense fallback={<TableSkeleton rows={5} />}>
        <TrialReadings {...props} />
      </Suspense>
    </FoldedSection>
  );
}
