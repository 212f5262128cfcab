import { Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';

import type { ReadingPoint } from '@/api/readings';
import type { Run } from '@/api/types';
import { capital, figure, plural, roundWords } from '@/components/words/format';
import { CodeBlock } from '@/components/ui/code/code-block';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { ButtonLink } from '@/components/ui/navigation/links';
import { StateBadge } from '@/components/ui/labels/state-badge';
import { Dimmed, Muted, Small } from '@/components/ui/labels/texts';

import { hasEnded } from '../trials/trials';

const LiveChart = lazy(async () => ({
  default: (await import('@/components/charts/time/live-chart')).LiveChart,
}));

interface LiveStateProps {
  run: Run;
  live: boolean;
  points: ReadingPoint[];
}

/** What stands in the way of a finished run: waiting, running, failed, or nothing measured. */
export function LiveState({ run, live, points }: LiveStateProps) {
  if (run.failure) return <Failed run={run} />;
  if (live) return <Running run={run} points={points} />;
  if (run.figures.length > 0) return null;
  const firstFailure = run.trials.find(({ failure }) => failure)?.failure;
  return (
    <EmptyState
      title={run.experiment_state === 'cancelled' ? 'Cancelled before it was measured' : 'No valid trial'}
      text={
        firstFailure
          ? `${firstFailure.message}. The trials below say what happened in each round.`
          : 'None of its trials counts; the table below says why.'
      }
      action={
        <ButtonLink to="/experiments/$id" params={{ id: run.experiment.id }} variant="default">
          Open the experiment
        </ButtonLink>
      }
    />
  );
}

function Failed({ run }: { run: Run }) {
  const { failure } = run;
  if (!failure) return null;
  return (
    <Paper role="alert" style={{ borderLeft: '3px solid var(--dyno-danger)' }}>
      <Text fw={600} c="var(--dyno-danger)">
        {run.figures.length > 0 ? 'It was measured no further' : 'It could not be measured'}
      </Text>
      <Text fz="sm" mt={4}>
        {failure.message}
        {failure.host && <Dimmed>{` — on ${failure.host}`}</Dimmed>}
        <Dimmed className="dyno-mono">{` ${failure.code}`}</Dimmed>
      </Text>
      {failure.log && (
        <Stack mt="sm">
          <CodeBlock text={failure.log} label="Log of the failure" copy wrap maxHeight={320} />
        </Stack>
      )}
    </Paper>
  );
}

/** “Measuring, round 3”, or why it waits. */
function doing(run: Run): string {
  if (run.experiment_state === 'queued') return 'Waits for its turn on the testbed.';
  if (run.experiment_state === 'cancelling') return 'Being cancelled: the hosts are being restored.';
  const now = run.trials.find(({ state }) => ['preparing', 'warming', 'measuring'].includes(state));
  if (now) return `${capital(now.state)} its trial of ${roundWords(now.round, now.repeat)}.`;
  if (run.state === 'waiting') return 'Its setups are not started yet.';
  if (run.state === 'preparing') return 'Its setups are being started and checked.';
  return run.trials.every(hasEnded) ? 'All its trials are done.' : 'Ready; other runs are being measured.';
}

function Running({ run, points }: { run: Run; points: ReadingPoint[] }) {
  const endedCount = run.trials.filter(hasEnded).length;
  const total = run.trials.length;
  const now = points.at(-1)?.value;
  return (
    <Paper component="section" aria-label="Progress">
      <Group justify="space-between" gap="md">
        <Group gap="sm">
          <StateBadge state={run.experiment_state} />
          <Text fz="sm">{doing(run)}</Text>
        </Group>
        <Muted>
          {endedCount} of {plural(total, 'trial')} done · the figures below update with each
        </Muted>
      </Group>
      <Progress
        value={total ? (100 * endedCount) / total : 0}
        mt="md"
        aria-label={`${endedCount} of ${total} trials are done`}
      />
      {points.length > 2 && (
        <Stack gap={4} mt="md">
          <Small>Live requests per second of this run, from the server’s counters: {figure(now)} now</Small>
          <Suspense>
            <LiveChart
              points={points}
              unit="1/s"
              label="Live requests per second"
              height={120}
              seconds={45}
            />
          </Suspense>
        </Stack>
      )}
    </Paper>
  );
}
