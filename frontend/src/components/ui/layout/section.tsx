import { Group, Paper, Text, Title } from '@mantine/core';
import type { ReactNode, Ref } from 'react';

import { DocsMark, type DocsMarkProps } from '@/components/ui/navigation/docs-mark';
import { Muted, Small } from '@/components/ui/labels/texts';

export interface SectionProps {
  title: ReactNode;
  /** Follows the title, quieter: “— workers 16 · unpinned, 274.7k req/s”. */
  subtitle?: ReactNode;
  /** On the right: a picker, buttons, a remark. */
  aside?: ReactNode;
  /** A “?” beside the heading: how to read it, in short and in the docs. */
  help?: DocsMarkProps;
  /** One sentence that lets a newcomer read what is above it. */
  caption?: ReactNode;
  /** Small buttons at the very right: what can be done with the content. */
  tools?: ReactNode;
  children: ReactNode;
  id?: string;
  ref?: Ref<HTMLElement>;
}

/** A card with a heading: every chart and table of a page sits in one. */
export function Section({ title, subtitle, aside, caption, help, tools, children, id, ref }: SectionProps) {
  return (
    <Paper
      component="section"
      ref={ref}
      id={id}
      p={{ base: 'md', sm: 'lg' }}
      aria-labelledby={id && `${id}-title`}
      miw={0}
    >
      <Group justify="space-between" mb="md" gap="sm" wrap="wrap">
        <Title order={2} fz="md" fw={600} id={id && `${id}-title`} style={{ overflowWrap: 'anywhere' }}>
          {title}
          {help && <DocsMark {...help} />}
          {subtitle && (
            <Text span c="dimmed" fw={400} fz="md">
              {' '}
              {subtitle}
            </Text>
          )}
        </Title>
        <SectionTools {...{ aside, tools }} />
      </Group>
      {children}
      <SectionCaption>{caption}</SectionCaption>
    </Paper>
  );
}

/** The right of a section's head. */
export function SectionTools({ aside, tools }: Pick<SectionProps, 'aside' | 'tools'>) {
  if (!aside && !tools) return null;
  return (
    <Group gap="sm" wrap="nowrap" maw="100%" data-picture="no">
      {aside && (
        <Muted component="div" miw={0}>
          {aside}
        </Muted>
      )}
      {tools}
    </Group>
  );
}

export function SectionCaption({ children }: { children?: ReactNode }) {
  if (!children) return null;
  return <Small mt="md">{children}</Small>;
}
