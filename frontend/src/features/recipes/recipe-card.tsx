import { Group, Paper, Stack, Text, Title } from '@mantine/core';

import type { RecipeSummary } from '@/api/types';
import { ButtonLink } from '@/components/ui/links';
import { Pill } from '@/components/ui/pill';

/** What a recipe compares, why one would, and the ways to start it. */
export function RecipeCard({ recipe, selected }: { recipe: RecipeSummary; selected: boolean }) {
  const { slug, title, summary, why, source, forms, quick_note: note, tool, topology } = recipe;
  return (
    <Paper component="article" style={selected ? { borderColor: 'var(--dyno-accent)' } : undefined}>
      <Stack gap="xs" h="100%">
        <Group justify="space-between" align="flex-start">
          <Title order={2} fz="lg">
            {title}
          </Title>
          <Group gap={6}>
            <Pill tone="outline">{tool}</Pill>
            <Pill tone="outline">{topology}</Pill>
          </Group>
        </Group>
        <Text fz="sm">{summary}</Text>
        <Text fz="sm" c="dimmed">
          <b>Why.</b> {why}
        </Text>
        {(source || note) && (
          <Text fz="xs" c="dimmed">
            {[note, source && `After: ${source}`].filter(Boolean).join(' · ')}
          </Text>
        )}
        <Group gap="xs" mt="auto" pt="sm">
          {forms.includes('quick') && (
            <ButtonLink to="/new" search={{ recipe: slug, form: 'quick' }} size="xs">
              Use the quick form
            </ButtonLink>
          )}
          {forms.includes('full') && (
            <ButtonLink to="/new" search={{ recipe: slug, form: 'full' }} size="xs" variant="default">
              Full form
            </ButtonLink>
          )}
          <ButtonLink
            to="/recipes"
            search={{ recipe: selected ? undefined : slug }}
            size="xs"
            variant="subtle"
            resetScroll={false}
            aria-expanded={selected}
          >
            {selected ? 'Hide the YAML' : 'Show the YAML'}
          </ButtonLink>
        </Group>
      </Stack>
    </Paper>
  );
}
