import { Group, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';

import { Muted, Small } from '@/components/ui/labels/texts';

interface StatCardProps {
  label: string;
  /** The number that matters, without its unit. */
  value: ReactNode;
  unit?: ReactNode;
  /** Beside the number, quiet: “95% interval +15.9 … +38.5”, “±1.1%”. */
  aside?: ReactNode;
  /** Below: one or two lines that say what it means. */
  children?: ReactNode;
  /** Draws the number in a verdict's colour; muted: it is not settled. */
  tone?: 'better' | 'worse' | 'muted';
}

/** One figure, large, with what it means below. */
export function StatCard({ label, value, unit, aside, children, tone }: StatCardProps) {
  return (
    // Where texts come with the figures, --stat-least keeps room for them, so that nothing jumps; a verdict's
    // reasons take the card's whole width, so that they do not make it higher.
    <Paper
      p={{ base: 'md', sm: 'lg' }}
      miw={0}
      mih={{ sm: 'var(--stat-least, 0)' }}
      style={{ '--why-width': 'none' }}
    >
      <Small mb={4}>{label}</Small>
      <Group gap={6} align="baseline">
        <Text
          className="dyno-figure"
          fz={22}
          fw={tone === 'muted' ? 550 : 680}
          lh={1.25}
          c={tone === 'muted' ? 'dimmed' : tone && `var(--dyno-${tone}-ink)`}
          style={{ letterSpacing: '-0.015em' }}
        >
          {value}
          {unit && (
            <Muted span fw={500}>
              {' '}
              {unit}
            </Muted>
          )}
        </Text>
        {aside && <Small>{aside}</Small>}
      </Group>
      {children && (
        <Small component="div" mt={8}>
          {children}
        </Small>
      )}
    </Paper>
  );
}
