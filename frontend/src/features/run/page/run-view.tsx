import { Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';

import type { ReadingPoint } from '@/api/readings';
import type { Run } from '@/api/types';
import { hasHistograms } from '@/components/charts/distribution/percentile-data';
import { ChartSkeleton } from '@/components/ui/feedback/loading';

import { Answer } from '../answer/answer';
import { BottlenecksSection } from '../answer/bottlenecks';
import { FiguresTable } from '../answer/figures-table';
import { SettingSigns } from '../answer/setting-signs';
import { AsRun } from '../evidence/as-run';
import { ConfDiff } from '../evidence/conf-diff';
import { Evidence } from '../evidence/evidence';
import { FindingsSection } from '../findings/findings-section';
import { HostActivity } from '../activity/host-activity';
import { LatencySection } from '../trials/latency-section';
import { hasEnded, shownTrial } from '../trials/trials';
import { TrialsSection } from '../trials/trials-section';
import { TrialsTable } from '../trials/trials-table';

import { LiveState } from './live-state';
import { RunHeader } from './run-header';
import classes from './run-view.module.css';

// Few runs are searches, imported or of another server: what draws one comes when there is one; the rounds by latency are folded.
const BuildsSection = lazy(() => import('@/components/domain/builds-section'));
const SearchSection = lazy(() => import('./search-section'));
const RunDiagnosticsSection = lazy(() => import('../findings/run-diagnostics-section'));
const ProfileSection = lazy(() => import('../profile/profile-section'));
const ImportedEvidence = lazy(async () => ({
  default: (await import('../evidence/imported-evidence')).ImportedEvidence,
}));

const LatencyHeat = lazy(async () => ({ default: (await import('../trials/latency-heat')).LatencyHeat }));

const route = getRouteApi('/runs/$id');

interface RunViewProps {
  run: Run;
  /** Its experiment has not ended. */
  live: boolean;
  /** Live requests per second. */
  points: ReadingPoint[];
}

/** Everything behind one permalink, the answer first and the evidence after it. */
export function RunView({ run, live, points }: RunViewProps) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const trial = shownTrial(run.trials, search.trial);
  const select = (id: string) =>
    void navigate({
      search: (previous) => ({ ...previous, trial: id }),
      replace: true,
      resetScroll: false,
    });
  const isMeasured = run.figures.length > 0;

  return (
    <Stack gap="md" data-wide>
      <RunHeader run={run} />
      <LiveState run={run} live={live} points={points} />
      {isMeasured && (
        <>
          <Answer run={run} />
          <div className={classes.result} data-untrusted={run.is_untrusted}>
            <FiguresTable run={run} />
            {!run.ceiling && (
              <TrialsSection run={run} metric={search.metric} selectedId={trial?.id} onSelect={select} />
            )}
          </div>
        </>
      )}
      {run.ceiling && (
        <Suspense fallback={<ChartSkeleton />}>
          <SearchSection run={run.ceiling} />
        </Suspense>
      )}
      {run.trials.length > 0 && (
        <TrialsTable
          isFolded={isMeasured || live}
          isImported={run.origin === 'imported'}
          servers={run.servers?.sentence}
          trials={run.trials}
          selectedId={trial?.id}
          onSelect={select}
        />
      )}
      {run.trials.some(hasEnded) && <FindingsSection trials={run.trials} rules={run.rules} />}
      <SettingSigns signs={run.setting_signs ?? []} />
      <BottlenecksSection bottlenecks={run.bottlenecks ?? []} />
      {isMeasured && <LatencySection run={run} />}
      {hasHistograms(run.latency_kind) && (
        <Suspense fallback={null}>
          <LatencyHeat run={run} />
        </Suspense>
      )}
      {run.has_diagnostics && (
        <Suspense fallback={<ChartSkeleton />}>
          <RunDiagnosticsSection run={run} />
        </Suspense>
      )}
      {run.origin === 'imported' ? (
        <Suspense fallback={<ChartSkeleton />}>
          <ImportedEvidence run={run} trial={trial} />
        </Suspense>
      ) : (
        <>
          {trial && <HostActivity run={run} trial={trial} tab={search.series ?? 'cpu'} />}
          {run.profiled && !live && (
            <Suspense fallback={<ChartSkeleton />}>
              <ProfileSection run={run} />
            </Suspense>
          )}
          {run.baseline?.builds?.[0] && (
            <Suspense>
              <BuildsSection pairs={run.baseline.builds} />
            </Suspense>
          )}
          <ConfDiff run={run} />
          <AsRun run={run} trial={trial} />
          <Evidence run={run} trial={trial} />
        </>
      )}
    </Stack>
  );
}
