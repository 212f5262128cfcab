import { Group, Progress, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { hostsQuery } from '@/api/queries/hosts';
import { merged, type ReadingPoint } from '@/api/readings';
import type { Experiment, Progress as ProgressData, Trial } from '@/api/types';
import { LiveChart } from '@/components/charts/time/live-chart';
import { capital, count, plural, rate, span } from '@/components/words/format';
import { leftWords, roundsWords } from '@/components/words/progress';
import { TextLink } from '@/components/ui/navigation/links';
import { Section } from '@/components/ui/layout/section';
import { StateBadge } from '@/components/ui/labels/state-badge';

import { recentPeak } from './live';
import { hostSteps } from './host-steps';

interface ProgressSectionProps {
  experiment: Experiment;
  trials?: Trial[];
  readings: Record<string, ReadingPoint[]>;
}

/** How far it is, what happens now and where, how long it still takes. */
export function ProgressSection({ experiment, trials, readings }: ProgressSectionProps) {
  const { state, progress } = experiment;
  const rule = experiment.precision ?? experiment.decision ?? experiment.halving;
  if (state === 'queued') return <Queued experiment={experiment} />;
  return (
    <Section
      id="progress"
      title={state === 'cancelling' ? 'Cancelling' : 'Running'}
      subtitle={progress ? `— ${progress.step}` : undefined}
      aside={progress ? leftWords(progress) : undefined}
    >
      <Stack gap="lg">
        {progress && (
          <Rounds
            progress={progress}
            search={experiment.kind === 'ceiling'}
            stages={experiment.halving?.stages.map(({ trials }) => trials)}
          />
        )}
        {rule && state === 'running' && (
          <Text fz="sm" c="dimmed">
            {rule.sentence}
          </Text>
        )}
        {state === 'running' && (
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
            <Live experiment={experiment} readings={readings} />
            <HostSteps experiment={experiment} trials={trials} />
          </SimpleGrid>
        )}
        {state === 'cancelling' && (
          <Text fz="sm" c="dimmed">
            The load tool is stopped and every host is restored; this takes a few seconds.
          </Text>
        )}
      </Stack>
    </Section>
  );
}

function Queued({
  experiment: { queue_behind: ahead, testbed, rounds, runs, estimate_s, progress },
}: {
  experiment: Experiment;
}) {
  return (
    <Section id="progress" title="Waiting for its turn">
      <Text fz="sm">
        {ahead.length === 0
          ? `${capital(progress?.step ?? 'waiting for its hosts')}, then this starts.`
          : `The testbed “${testbed?.name}” measures one experiment at a time. Before this one:`}
      </Text>
      {ahead.length > 0 && (
        <ol style={{ margin: '8px 0 0', paddingLeft: 22, fontSize: '0.8125rem' }}>
          {ahead.map(({ id, name }) => (
            <li key={id}>
              <TextLink to="/experiments/$id" params={{ id }} fz="sm">
                {name}
              </TextLink>
            </li>
          ))}
        </ol>
      )}
      <Text fz="sm" c="dimmed" mt="sm">
        Once started it takes {progress?.rounds_least == null ? 'about' : 'at most'}{' '}
        {span(Math.ceil(estimate_s))}: {roundsWords({ rounds, progress })} of {plural(runs, 'run')}. This page
        goes on by itself.
      </Text>
    </Section>
  );
}

interface RoundsProps {
  progress: ProgressData;
  search: boolean;
  /** Trials of each stage of halving. */
  stages?: number[];
}

/** One segment per round, or per stage, so that the reader sees how often everything was already measured. */
function Rounds({ progress, search, stages }: RoundsProps) {
  const { done, total, round, rounds, rounds_least: least } = progress;
  const each = rounds > 0 && rounds <= 40 ? Array.from({ length: rounds }, () => total / rounds) : [total];
  const sizes = stages ?? each;
  const upTo = search || least != null ? 'at most ' : '';
  const before = (n: number) => sizes.slice(0, n).reduce((sum, size) => sum + size, 0);
  const filled = (n: number) => Math.min(1, Math.max(0, (done - before(n)) / (sizes[n] || 1)));
  return (
    <div>
      <div
        role="progressbar"
        aria-label="Trials done"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        style={{
          display: 'grid',
          gap: 3,
          gridTemplateColumns: sizes.map((size) => `${size || 1}fr`).join(' '),
        }}
      >
        {sizes.map((_, n) => (
          <Progress key={n} value={100 * filled(n)} size="md" radius="xs" aria-hidden />
        ))}
      </div>
      <Group justify="space-between" mt={6} fz="xs" c="dimmed">
        <span>
          {search ? 'probe' : 'round'} {round} of {upTo}
          {rounds}
        </span>
        <span>
          {count(done)} of {upTo}
          {plural(total, 'trial')}
        </span>
      </Group>
    </div>
  );
}

function Live({ experiment, readings }: Omit<ProgressSectionProps, 'trials'>) {
  const points = useMemo(() => merged(readings), [readings]);
  const peak = recentPeak(points);
  const run = experiment.run_list.find(({ id }) => id === experiment.progress?.current_run_id);
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <Text fz="sm" fw={550}>
          Live requests per second
        </Text>
        <Text fz="sm" c="dimmed" className="dyno-figure">
          {peak === null ? 'waiting for the first reading' : `${rate(peak)} in the last seconds`}
        </Text>
      </Group>
      <LiveChart points={points} unit="1/s" label="Requests per second, all runs one after the other" />
      <Text fz="xs" c="dimmed" mt={4}>
        Counted by nginx once a second while the load runs{run ? `; now ${run.name}` : ''}. Trials of a second
        show as peaks.
      </Text>
    </div>
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
          <Group key={role} justify="space-between" wrap="nowrap" gap="sm">
            <div style={{ minWidth: 0 }}>
              <Text fz="sm">
                <TextLink to="/hosts" search={{ host: host_id }} c="var(--dyno-ink)" fw={550}>
                  {host}
                </TextLink>{' '}
                <Text span c="dimmed" fz="xs">
                  {role}
                </Text>
              </Text>
              <Text fz="xs" c="dimmed">
                {step}
              </Text>
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
