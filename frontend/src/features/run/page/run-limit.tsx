import { Paper, Text } from '@mantine/core';

/** What was busy while the run was measured: reported only when it is clear. */
export function RunLimit({ sentence }: { sentence: string }) {
  return (
    <Paper
      component="aside"
      aria-label="What was the limit"
      style={{ borderLeft: '3px solid var(--dyno-hot)' }}
    >
      <Text>
        <Text span inherit fw={600}>
          What limited throughput.
        </Text>{' '}
        <Text span inherit c="dimmed">
          {sentence}
        </Text>
      </Text>
    </Paper>
  );
}
