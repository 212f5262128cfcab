import { Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';

import { FoldedSection } from '@/components/ui/layout/folded-section';
import { Section } from '@/components/ui/layout/section';
import { Small } from '@/components/ui/labels/texts';
import { PlainButton } from '@/components/ui/navigation/buttons';

import { useEditor } from '../draft/editor-context';
import { addWorkload } from '../edits/edits';
import { isSearch } from '../edits/load-edits';
import { TrialsForm } from '../trials/trials-form';

import { changedSettings, isFolded } from './folded-settings';
import { KindCard } from './kind-card';
import { SweepField } from './sweep-field';
import { WorkloadMore } from './workload-more';

/** Everything of the step beyond the first five fields; says which of it is not as usual. */
export function MoreSettings() {
  const { definition, edit, problems } = useEditor();
  const search = isSearch(definition);
  return (
    <FoldedSection
      id="more-settings"
      title="More settings"
      subtitle={wordsOf(changedSettings(definition))}
      keepOpen={problems.some(({ place }) => isFolded(place))}
    >
      <Stack gap="md">
        {!search && <KindCard />}
        <TrialsForm />
        {definition.workloads.map((workload, index) => (
          <WorkloadMore key={index} workload={workload} index={index} />
        ))}
        <div>
          <PlainButton leftSection={<IconPlus size={16} />} onClick={() => edit(addWorkload)}>
            Another workload
          </PlainButton>
          <Small mt={6}>Every variant is measured under every workload.</Small>
        </div>
        {!search && (
          <Section title="Sweep" id="sweep">
            <SweepField />
          </Section>
        )}
      </Stack>
    </FoldedSection>
  );
}

const SHOWN = 4;

/** “3 differ from the defaults: 2 threads, 12 rounds, timeout 5 s”. */
function wordsOf(settings: string[]): string {
  if (settings.length === 0) return 'rounds, servers, threads, headers, order: all as usual';
  const rest = settings.length - SHOWN;
  const words = [...settings.slice(0, SHOWN), ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
  return `${settings.length} ${settings.length === 1 ? 'differs' : 'differ'} from the defaults: ${words}`;
}
