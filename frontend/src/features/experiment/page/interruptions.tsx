import { Alert, Text } from '@mantine/core';
import { IconPlayerPause } from '@tabler/icons-react';

import type { Experiment } from '@/api/types';
import { dateTime, plural, span } from '@/components/words/format';
import { isUnfinished } from '@/components/words/states';
import { Muted } from '@/components/ui/labels/texts';

/** Spans in which nothing was measured, each with its reason. Nothing where there were none. */
export function Interruptions({ experiment: { state, interruptions = [] } }: { experiment: Experiment }) {
  const gaps = interruptions.filter(({ ended_at }) => ended_at || isUnfinished(state));
  if (gaps.length === 0) return null;
  const isPaused = gaps.some(({ ended_at }) => !ended_at);
  return (
    <Alert
      color="gray"
      variant="light"
      icon={<IconPlayerPause />}
      title={isPaused ? 'Paused' : `Interrupted ${gaps.length === 1 ? 'once' : plural(gaps.length, 'time')}`}
    >
      {gaps.map(({ began_at, ended_at, failure }) => (
        <Text key={began_at} fz="sm">
          {ended_at
            ? `${dateTime(began_at)} for ${span(secondsBetween(began_at, ended_at))}: ${failure.message}.`
            : `Since ${dateTime(began_at)}: ${failure.message}. It goes on by itself once all its hosts are free and online.`}
        </Text>
      ))}
      {!isPaused && (
        <Muted>The hosts’ facts were the same before and after. The table of trials marks the round.</Muted>
      )}
    </Alert>
  );
}

const secondsBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 1000;
