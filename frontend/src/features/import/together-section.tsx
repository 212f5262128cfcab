import { Group, Radio } from '@mantine/core';

import { Section } from '@/components/ui/layout/section';
import { Muted } from '@/components/ui/labels/texts';

import type { ImportDraft } from './import-draft';
import type { Import } from './use-import';

/** Asked where outputs may be trials of one run as well as runs to compare: a mean of both says nothing. */
export function TogetherSection({ state: { draft, result, edit } }: { state: Import }) {
  const question = result?.preview.question;
  if (!question) return null;
  const answer = (together: string) =>
    edit((old) => ({ ...old, together: together as ImportDraft['together'] }));
  return (
    <Section id="together" title="Repeats or variants?">
      <Radio.Group
        label="What are they?"
        value={draft.together ?? question.chosen}
        onChange={answer}
        description={question.why}
      >
        <Group gap="xl" mt="xs" align="flex-start">
          <Radio
            value="variants"
            label="Variants"
            description="Runs with settings of their own, to be compared."
          />
          <Radio
            value="repeats"
            label="Repeats"
            description="Trials of one run: the same settings, measured again."
          />
        </Group>
      </Radio.Group>
      {question.chosen !== question.suggested && (
        <Muted mt="xs">What was read suggests {question.suggested}.</Muted>
      )}
    </Section>
  );
}
