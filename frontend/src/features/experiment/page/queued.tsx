import { Box, Text } from '@mantine/core';

import { isShared } from '@/api/share';
import type { Experiment } from '@/api/types';
import { capital, plural, span } from '@/components/words/format';
import { startWords } from '@/components/words/start';
import { roundsWords } from '@/components/words/progress';
import { TextLink } from '@/components/ui/navigation/links';
import { Muted } from '@/components/ui/labels/texts';

/** As high as the live chart that takes its place. */
const MIN_PX = 210;

/** Behind whom it waits, when it starts, and how long it takes then. */
export function Queued({
  experiment: {
    queue_behind: ahead,
    queue_start: start,
    testbed,
    testbed_labels: labels = [],
    matching = [],
    rounds,
    runs,
    estimate_s,
    kind,
    progress,
  },
}: {
  experiment: Experiment;
}) {
  return (
    <Box mih={MIN_PX}>
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
      {labels.length > 0 && (
        <Text fz="sm" mt="sm">
          It takes the first free testbed with {labels.join(', ')}:{' '}
          {matching.map(({ name, now }) => `${name} (${now})`).join(', ') || 'none has it now'}.
        </Text>
      )}
      {start && (ahead.length > 0 || start.unknown) && (
        <Text fz="sm" fw={550} mt="sm">
          {startWords(start)}{' '}
          {!isShared && (
            <TextLink to="/hosts/queue" fz="sm" underline="always">
              The queue
            </TextLink>
          )}
        </Text>
      )}
      <Muted mt="sm">
        Once started it takes {progress?.rounds_least == null ? 'about' : 'at most'}{' '}
        {span(Math.ceil(estimate_s))}: {roundsWords({ kind, rounds, progress })} of {plural(runs, 'run')}.
        This page goes on by itself.
      </Muted>
    </Box>
  );
}
