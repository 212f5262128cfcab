import { Paper, Stack, Text } from '@mantine/core';

import type { Comparison } from '@/api/types';
import { Pill, type Tone } from '@/components/ui/labels/pill';
import { Dimmed, Subhead } from '@/components/ui/labels/texts';

type Caveat = Comparison['caveats'][number];

const LEVELS: Record<Caveat['level'], { word: string; tone: Tone }> = {
  serious: { word: 'not comparable', tone: 'danger' },
  caution: { word: 'caution', tone: 'worse' },
  note: { word: 'note', tone: 'neutral' },
};

/** Why the two sides may not be comparable, and what to do about it; nothing where like is compared with like. */
export function Caveats({ caveats }: { caveats: Caveat[] }) {
  if (caveats.length === 0) return null;
  const serious = caveats.some(({ level }) => level === 'serious');
  return (
    <Paper
      component="aside"
      aria-label="Before you compare"
      py="sm"
      style={{ borderLeft: `3px solid ${serious ? 'var(--dyno-danger)' : 'var(--dyno-hot)'}` }}
    >
      <Subhead mb={8}>Before you compare</Subhead>
      <Stack gap={8} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {caveats.map((caveat, n) => (
          <Row key={n} caveat={caveat} />
        ))}
      </Stack>
    </Paper>
  );
}

function Row({ caveat: { level, text, advice } }: { caveat: Caveat }) {
  const { word, tone } = LEVELS[level];
  return (
    <Text component="li" fz="sm" style={{ overflowWrap: 'anywhere' }}>
      <Pill tone={tone}>{word}</Pill> {text}. <Dimmed>{advice}</Dimmed>
    </Text>
  );
}
