import { Group, Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface SectionProps {
  title: ReactNode;
  /** Follows the title, quieter: “— workers 16 · unpinned, 274.7k req/s”. */
  subtitle?: ReactNode;
  /** On the right: a picker, buttons, a remark. */
  aside?: ReactNode;
  /** One sentence that lets a newcomer read what is above it. */
  caption?: ReactNode;
  children: ReactNode;
  id?: string;
}

/** A card with a heading: every chart and table of a page sits in one. */
export function Section({ title, subtitle, aside, caption, children, id }: SectionProps) {
  return (
    <Paper
      component="section"
      id={id}
      p={{ base: 'md', sm: 'lg' }}
      aria-labelledby={id && `${id}-title`}
      miw={0}
    >
      <Group justify="space-between" mb="md" gap="sm" wrap="wrap">
        <Title order={2} fz="md" fw={600} id={id && `${id}-title`}>
          {title}
          {subtitle && (
            <Text span c="dimmed" fw={400} fz="md">
              {' '}
              {subtitle}
            </Text>
          )}
        </Title>
        {aside && (
          <Text component="div" fz="sm" c="dimmed" maw="100%">
            {aside}
          </Text>
        )}
      </Group>
      {children}
      {caption && (
        <Text fz="xs" c="dimmed" mt="md">
          {caption}
        </Text>
      )}
    </Paper>
  );
}
