import { SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';

import { NumberField } from '@/components/ui/dialogs/number-field';
import { Section } from '@/components/ui/layout/section';

import type { ImportDraft } from './import-draft';
import type { Import } from './use-import';

/** Name, where the figures come from, notes, and how many failed requests are allowed. */
export function AboutSection({ state: { draft, edit } }: { state: Import }) {
  const set = (change: Partial<ImportDraft>) => edit((old) => ({ ...old, ...change }));
  return (
    <Section id="about" title="About">
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput
            label="Name"
            description="Of the experiment."
            value={draft.name}
            maxLength={120}
            onChange={(event) => set({ name: event.currentTarget.value })}
          />
          <TextInput
            label="Source"
            description="A link, or where and how it was measured."
            placeholder="https://example.org/tuning-nginx"
            value={draft.source}
            maxLength={2000}
            onChange={(event) => set({ source: event.currentTarget.value })}
          />
        </SimpleGrid>
        <Textarea
          label="Notes"
          description="Markdown."
          value={draft.notes}
          onChange={(event) => set({ notes: event.currentTarget.value })}
          autosize
          minRows={2}
          maxRows={12}
        />
        <NumberField
          label="Failed requests allowed"
          description="A trial with more failures does not count."
          unit="%"
          min={0}
          max={100}
          maw={320}
          value={draft.allowed}
          onChange={(allowedPercent) => set({ allowed: allowedPercent })}
        />
      </Stack>
    </Section>
  );
}
