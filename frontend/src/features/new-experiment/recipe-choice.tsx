import { Group, Paper, Spoiler, Stack, Text, Title } from '@mantine/core';

import type { RecipeSummary } from '@/api/types';
import { ButtonLink } from '@/components/ui/links';
import { Pill } from '@/components/ui/pill';

/** A recipe: what it compares and why, and its two forms to start from. */
export function RecipeChoice({ recipe, current }: { recipe: RecipeSummary; current: boolean }) {
  const { slug, title, summary, why, source, forms, quick_note: note, tool, topology } = recipe;
  return (
    <Paper component="article" style={current ? { borderColor: 'var(--dyno-accent)' } : undefined}>
      <Stack gap="xs" h="100%">
        <Group justify="space-between" align="flex-start">
          <Title order={2} fz="lg">
            {title}
          </Title>
          <Group gap={6}>
            {current && <Pill tone="accent">chosen</Pill>}
            <Pill tone="outline">{tool}</Pill>
            <Pill tone="outline">{topology}</Pill>
          </Group>
        </Group>
        <Text fz="sm">{summary}</Text>
        <Spoiler
          maxHeight={42}
          showLabel="Why, in full"
          hideLabel="Less"
          fz="sm"
          styles={{ control: { fontSize: 'inherit' } }}
        >
          <Text fz="sm" c="dimmed">
            <b>Why.</b> {why} {source && <>After: {source}.</>}
          </Text>
        </Spoiler>
        {note && (
          <Text fz="xs" c="dimmed">
            <b>Quick form.</b> {note}
          </Text>
        )}
        <Group gap="xs" mt="auto" pt="sm">
          {forms.includes('quick') && (
            <ButtonLink to="/new" search={{ recipe: slug, form: 'quick', step: 'testbed' }} size="xs">
              Use the quick form
            </ButtonLink>
          )}
          {forms.includes('full') && (
            <ButtonLink
              to="/new"
              search={{ recipe: slug, form: 'full', step: 'testbed' }}
              size="xs"
              variant="default"
            >
              Full form
            </ButtonLink>
          )}
        </Group>
      </Stack>
    </Paper>
  );
}
