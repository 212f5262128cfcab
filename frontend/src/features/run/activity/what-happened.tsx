import { Code, List, Stack } from '@mantine/core';

import type { TrialSamples } from '@/api/types';
import { second, type Span } from '@/components/charts/time/time-scale';
import { Small, Subhead } from '@/components/ui/labels/texts';

interface Moment {
  at: number;
  host?: string;
  text: string;
  /** A line of a kernel's log, word for word. */
  isQuote: boolean;
}

interface WhatHappenedProps {
  events: TrialSamples['events'];
  /** Start and end of the measurement, s. */
  window?: Span;
}

/** The trial's moments in order: its window, and what came up on the hosts; nothing where there was nothing. */
export function WhatHappened({ events, window }: WhatHappenedProps) {
  if (events.length === 0) return null;
  return (
    <Stack gap={4}>
      <Subhead>What happened</Subhead>
      <Small>
        Workers that ended, and what kernels said of network, memory and processes: dashed in the charts.
      </Small>
      <List fz="sm" listStyleType="none" spacing={2}>
        {momentsOf(events, window).map(({ at, host, text, isQuote }, n) => (
          <List.Item key={n} c={host ? undefined : 'dimmed'}>
            {second(at)} {host && `${host}: `}
            {isQuote ? <Code style={{ overflowWrap: 'anywhere' }}>{text}</Code> : text}
          </List.Item>
        ))}
      </List>
    </Stack>
  );
}

function momentsOf(events: TrialSamples['events'], window: Span | undefined): Moment[] {
  const eventMoments = events.map(({ kind, ...event }) => ({ ...event, isQuote: kind !== 'worker' }));
  if (!window) return eventMoments;
  const [start, end] = window;
  return [
    { at: start, text: 'the measured window begins', isQuote: false },
    ...eventMoments,
    { at: end, text: 'the measured window ends', isQuote: false },
  ].sort((a, b) => a.at - b.at);
}
