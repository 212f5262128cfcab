import { Button, Group, Progress, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';

import { hostsQuery } from '@/api/queries/hosts';
import { mergeReadings, type ReadingPoint } from '@/api/readings';
import type { Experiment, Progress as ProgressData, Trial } from '@/api/types';
import { LiveChart } from '@/components/charts/time/live-chart';
import { capital, plural, rate } from '@/components/words/format';
import { leftWords } from '@/components/words/progress';
import { TextLink } from '@/components/ui/navigation/links';
import { Section } from '@/components/ui/layout/section';
import { isUnfinished } from '@/components/words/states';
import { StateBadge } from '@/components/ui/labels/state-badge';
import { Muted, Small } from '@/components/ui/labels/texts';

import { EndNoticeButton } from '../live-standings/end-notice';
import { LiveStandings } from '../live-standings/live-standings';
import { LostAttempts } from '../live-standings/lost-attempts';
import type { Scope } from '../view/scope';

import { Queued } from './queued';
import { Rounds } from './rounds';
import { recentPeak } from './live';
import { hostSteps } from './host-steps';

interface ProgressSectionProps {
  experiment: Experiment;
  trials?: Trial[];
  readings: Record<string, ReadingPoint[]>;
  scope: Scope;
  /** The metric in the address. */
  metric?: string;
}

/** How far it is, what happens now and where, how long it still takes. It stays when the experiment ends meanwhile, so that nothing jumps away from who watches it. */
export function ProgressSection(props: ProgressSectionProps) {
  const { experiment, trials, readings, scope, metric } = props;
  const { state, progress } = experiment;
  const [wasUnfinished, setWatched] = useState(isUnfinished(state));
  const shownProgress = useLastProgress(experiment);
  useTabTitle(experiment);
  if (!wasUnfinished && !isUnfinished(state)) return null;
  const hasStandings = experiment.kind !== 'ceiling' && !experiment.is_calibration;
  const rule = experiment.precision ?? experiment.decision ?? experiment.halving;
  return (
    <Section
      id="progress"
      title={isPaused(experiment) ? 'Paused' : (TITLES[state] ?? capital(state))}
      subtitle={progress && state !== 'queued' ? `— ${progress.step}` : undefined}
      help={{ topic: 'running', label: 'What is shown while it runs' }}
      aside={
        isUnfinished(state) ? (
          <Group gap="sm" wrap="nowrap">
            {progress && state !== 'queued' && leftWords(progress)}
            <EndNoticeButton id={experiment.id} />
          </Group>
        ) : (
          <Button variant="subtle" size="compact-sm" onClick={() => setWatched(false)}>
            Hide
          </Button>
        )
      }
    >
      <Stack gap="lg">
        {shownProgress && (
          <Rounds
            progress={shownProgress}
            search={experiment.kind === 'ceiling'}
            stages={experiment.halving?.stages.map(({ trials }) => trials)}
          />
        )}
        {rule && (
          <Muted>
            {isUnfinished(state) ? rule.sentence : 'Why the rounds ended stands below, with the method.'}
          </Muted>
        )}
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
          {hasStandings && (
            <Stack gap="xs">
              <LiveStandings experiment={experiment} scope={scope} metricName={metric} />
              {isUnfinished(state) && <LostAttempts runs={experiment.run_list} trials={trials ?? []} />}
            </Stack>
          )}
          <Stack gap="lg">
            {state === 'queued' ? (
              <Queued experiment={experiment} />
            ) : (
              <Live experiment={experiment} readings={readings} />
            )}
            {hasStandings && <HostSteps experiment={experiment} trials={trials} />}
          </Stack>
          {!hasStandings && <HostSteps experiment={experiment} trials={trials} />}
        </SimpleGrid>
      </Stack>
    </Section>
  );
}

/** How far it came: of an experiment that has ended, all that was measured. */
function useLastProgress({ state, progress, rounds, run_list: runs }: Experiment): ProgressData | null {
  const [last, setLast] = useState(progress);
  if (progress && progress !== last) setLast(progress);
  if (progress || !last || state !== 'finished') return progress ?? last;
  const trialCount = runs.reduce(
    (sum, run) => sum + run.trials_done + run.trials_invalid + run.trials_failed,
    0,
  );
  return { ...last, done: trialCount, total: trialCount, round: rounds, rounds, rounds_least: null };
}

/** In line again with trials that were measured before. */
const isPaused = ({ state, interruptions }: Experiment) =>
  state === 'queued' && interruptions?.at(-1)?.ended_at === null;

const TITLES: Partial<Record<Experiment['state'], string>> = {
  queued: 'Waiting for its turn',
  running: 'Running',
  cancelling: 'Cancelling',
};

/** “12/240 · name”: how far it is, seen from another tab. */
function useTabTitle({ name, progress }: Experiment) {
  const begin = progress ? `${progress.done}/${progress.total} · ` : '';
  useEffect(() => {
    document.title = `${begin}${name} · Dynoboard`;
    return () => {
      document.title = `${name} · Dynoboard`;
    };
  }, [begin, name]);
}

function Live({ experiment, readings }: Pick<ProgressSectionProps, 'experiment' | 'readings'>) {
  const points = useMemo(() => mergeReadings(readings), [readings]);
  const peak = recentPeak(points);
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <Text fz="sm" fw={550}>
          Live requests per second
        </Text>
        <Muted className="dyno-figure">{liveWords(experiment, peak)}</Muted>
      </Group>
      {points.length === 0 ? (
        <Getting experiment={experiment} />
      ) : (
        <LiveChart points={points} unit="1/s" label="Requests per second, all runs one after the other" />
      )}
      <Small mt={4}>Counted by nginx once a second while the load runs. A piece of line is a trial.</Small>
    </div>
  );
}

function liveWords({ state }: Experiment, peak: number | null): string {
  if (!isUnfinished(state)) return 'has ended';
  return peak === null ? 'waiting for the first reading' : `${rate(peak)} in the last seconds`;
}

const LIVE_PX = 150;

/** As high as the chart that comes: what happens before the first reading. */
function Getting({ experiment: { progress, run_list: runs } }: { experiment: Experiment }) {
  const ready = runs.filter(({ state }) => state === 'ready').length;
  return (
    <Stack h={LIVE_PX} justify="center" gap="xs">
      <Text fz="sm">
        {progress ? `${capital(progress.step)} …` : 'No reading came while this page was open.'}
      </Text>
      <Progress value={(100 * ready) / Math.max(1, runs.length)} size="sm" aria-hidden />
      <Small>
        {ready} of {plural(runs.length, 'run')} ready; the first reading comes with the first load.
      </Small>
    </Stack>
  );
}

function HostSteps({ experiment, trials }: { experiment: Experiment; trials?: Trial[] }) {
  const { data: hosts } = useQuery(hostsQuery);
  return (
    <div>
      <Text fz="sm" fw={550} mb="sm">
        On each host
      </Text>
      <Stack gap="sm">
        {hostSteps(experiment, trials).map(({ role, host, host_id, step }) => (
          <Group key={`${role} ${host_id}`} justify="space-between" wrap="nowrap" gap="sm">
            <div style={{ minWidth: 0 }}>
              <Text fz="sm">
                <TextLink to="/hosts" search={{ host: host_id }} c="var(--dyno-ink)" fw={550}>
                  {host}
                </TextLink>
                {role !== host && (
                  <Small span ml={4}>
                    {role}
                  </Small>
                )}
              </Text>
              <Small truncate title={step}>
                {step}
              </Small>
            </div>
            {hosts && (
              <StateBadge
                state={hosts.find(({ id }) => id === host_id)?.online === false ? 'offline' : 'online'}
              />
            )}
          </Group>
        ))}
      </Stack>
    </div>
  );
}
