import { Group, Paper, Title, UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';

import { DocsMark } from '@/components/ui/navigation/docs-mark';
import { useOpenSection } from '@/components/ui/navigation/use-open-section';
import { Muted } from '@/components/ui/labels/texts';

import classes from './folded-section.module.css';
import { SectionCaption, type SectionProps, SectionTools } from './section';

interface FoldedSectionProps extends SectionProps {
  id: string;
  /** Parameters of the address that choose something in it: where one is set, the section is open. */
  params?: readonly string[];
  /** It is open whatever was chosen: something in it needs attention. */
  keepOpen?: boolean;
}

/**
 * A section that is a title and its `subtitle` until it is opened; then it is like any other.
 * Its content is drawn, and asks for its data, only then. What is open is in the address.
 */
export function FoldedSection({
  id,
  params,
  keepOpen = false,
  subtitle,
  children,
  ...rest
}: FoldedSectionProps) {
  const { title, aside, caption, help, tools, ref } = rest;
  const [isChosen, toggle] = useOpenSection(id, params);
  const isOpen = keepOpen || isChosen;
  return (
    <Paper
      component="section"
      ref={ref}
      id={id}
      px={{ base: 'md', sm: 'lg' }}
      py={isOpen ? { base: 'md', sm: 'lg' } : 'sm'}
      aria-labelledby={`${id}-title`}
      miw={0}
      data-open-section={isOpen || undefined}
    >
      <Group justify="space-between" gap="sm" wrap="wrap" mb={isOpen ? 'md' : 0}>
        <Group gap={6} wrap="nowrap" miw={0} flex="1 1 300px">
          <Title order={2} fz="md" fw={600} miw={0} flex={help && isOpen ? undefined : 1}>
            <UnstyledButton className={classes.head} aria-expanded={isOpen} onClick={toggle} fz="md">
              <IconChevronRight size={16} className={classes.chevron} aria-hidden />
              <span className={classes.title} id={`${id}-title`}>
                {title}
              </span>{' '}
              {subtitle && (
                <Muted span className={classes.line}>
                  {subtitle}
                </Muted>
              )}
            </UnstyledButton>
          </Title>
          {help && isOpen && <DocsMark {...help} />}
        </Group>
        {isOpen && <SectionTools {...{ aside, tools }} />}
      </Group>
      {isOpen && children}
      {isOpen && <SectionCaption>{caption}</SectionCaption>}
    </Paper>
  );
}
