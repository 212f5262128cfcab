import { Group, Paper, Progress, Stack, Text, Title } from '@mantine/core';

import type { ReadingPoint } from '@/api/readings';
import type { ExperimentSummary } from '@/api/types';
import { Sparkline } from '@/components/charts/time/sparkline';
import { plural, rate } from '@/components/words/format';
import { leftWords, ofRounds } from '@/components/words/progress';
import { TextLink } from '@/components/ui/navigation/links';
import { StateBadge } from '@/components/ui/labels/state-badge';
import { Muted, Small } from '@/components/ui/labels/texts';

interface RunningCardProps {
  experiment: ExperimentSummary;
  /** Live requests per second, newest last. */
  points: ReadingPoint[];
}

/** One experiment on its way: what it does now, how far it is, how long it still takes. */
export function RunningCard({
  experiment: { id, name, state, progress, testbed },
  points,
}: RunningCardProps) {
  const donePercent = progress && progress.total > 0 ? (100 * progress.done) / progress.total : 0;
  const recent = points.slice(-60);
  const now = recent.at(-1)?.value;
  return (
    <Paper component="section" aria-label={`${name}, ${state}`}>
      <Group justify="space-between" align="flex-start" gap="lg">
        <Stack gap={4} flex={1} miw={240}>
          <Group gap="sm">
            <Title order={2} fz="lg">
              <TextLink to="/experiments/$id" params={{ id }} c="var(--dyno-ink)">
                {name}
              </TextLink>
            </Title>
            <StateBadge state={state} />
          </Group>
          {/* steps of one line and of two take turns on a phone */}
          <Muted mih={{ base: progress ? '3.1em' : undefined, sm: 0 }}>
            {progress?.step ?? `waiting for ${testbed?.name}`}
          </Muted>
        </Stack>
        {state === 'running' && (
          // its room is kept between readings: nothing below moves
          <Group gap="md" style={{ visibility: now == null ? 'hidden' : undefined }}>
            <Sparkline
              values={recent.map(({ value }) => value)}
              label="Requests per second, last minute"
              width={160}
              height={36}
            />
            <Stack gap={0} ta="right">
              <Text className="dyno-figure" fz={20} fw={680} lh={1.2}>
                {rate(now)}
              </Text>
              <Small>right now</Small>
            </Stack>
          </Group>
        )}
      </Group>
      {progress && (
        <>
          <Progress
            value={donePercent}
            mt="md"
            size="md"
            aria-label={`${Math.round(donePercent)}% of the trials are done`}
          />
          <Group justify="space-between" mt={6} fz="xs" c="dimmed">
            <span>
              {progress.done} of {plural(progress.total, 'trial')} · round {progress.round}{' '}
              {ofRounds(progress)}
            </span>
            <span>{leftWords(progress)}</span>
          </Group>
        </>
      )}
    </Paper>
  );
}
