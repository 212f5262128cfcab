import { SegmentedControl, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';

import { Section } from '@/components/ui/layout/section';
import { Muted } from '@/components/ui/labels/texts';

import { useEditor } from './editor-context';
import { ImportedNote } from './imported-note';

const route = getRouteApi('/new');

/** How this form of the recipe differs from the write-up, and the choice of the other form. */
export function SourceNote() {
  const { recipe, from, run, form = 'quick' } = route.useSearch();
  const navigate = route.useNavigate();
  const { source, draft } = useEditor();
  if (source.clonedSource?.origin === 'imported') return <ImportedNote experiment={source.clonedSource} />;
  if (!recipe || from || run) return null;
  return (
    <Section
      title={source.title}
      subtitle={
        form === 'quick' ? 'sized to your testbed' : source.hasWriteUp ? 'as in the write-up' : undefined
      }
      id="recipe"
      aside={
        <SegmentedControl
          aria-label="Form"
          value={form}
          onChange={(next) =>
            void navigate({ search: (old) => ({ ...old, form: next as 'quick', variant: undefined }) })
          }
          data={[
            { value: 'quick', label: 'Quick form' },
            { value: 'full', label: 'Full form' },
          ]}
        />
      }
    >
      {(source.note ?? source.hasWriteUp) && (
        <Text fz="sm">{source.note ?? 'This form follows the write-up exactly.'}</Text>
      )}
      {draft.draft && (
        <Muted mt={4}>
          You have changed this form; the other starts from the recipe, and your changes are kept here.
        </Muted>
      )}
    </Section>
  );
}
