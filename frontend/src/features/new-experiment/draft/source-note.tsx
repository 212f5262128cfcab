import { SegmentedControl, Text, List } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';

import { Section } from '@/components/ui/layout/section';
import { Muted, Small } from '@/components/ui/labels/texts';
import type { Experiment } from '@/api/types';
import { plural } from '@/components/words/format';

import { useEditor } from './editor-context';
import { toldOnly } from './imported-facts';

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

const FEW = 12;

/** What an import says that no knob stands for: it is not part of the definition. */
function ImportedNote({ experiment: { name, run_list } }: { experiment: Experiment }) {
  const settings = toldOnly(run_list);
  return (
    <Section title={name} subtitle="imported, to be measured here" id="imported">
      <Text fz="sm">
        {settings.length === 0
          ? 'Every imported setting is a knob here.'
          : 'These settings were reported with the results but are not knobs, so they are left out:'}{' '}
        {settings.length === 0 && 'Rounds are interleaved, with a control and a warm-up.'}
      </Text>
      {settings.length > 0 && (
        <>
          <List fz="sm" my="xs">
            {settings.slice(0, FEW).map(({ setting, values, variants }) => (
              <List.Item key={setting}>
                <span className="dyno-mono">{setting}</span> {values.join(' / ')}
                <Small span> {plural(variants, 'variant')}</Small>
              </List.Item>
            ))}
          </List>
          {settings.length > FEW && (
            <Text fz="sm">and {plural(settings.length - FEW, 'other setting')}.</Text>
          )}
          <Text fz="sm">
            Variants that differ only in these become identical. Rounds are interleaved, with a control and a
            warm-up.
          </Text>
        </>
      )}
    </Section>
  );
}
