import { Stack, Group, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';

import { FoldedSection } from '@/components/ui/layout/folded-section';
import { Section } from '@/components/ui/layout/section';
import { Small } from '@/components/ui/labels/texts';
import { PlainButton } from '@/components/ui/navigation/buttons';
import { plural } from '@/components/words/format';
import { Form } from '@/components/ui/dialogs/form';

import { useEditor } from '../draft/editor-context';
import { addWorkload } from '../edits/edits';
import { isSearch, parseLoads, sweepFieldOf, sweepLoads, sweptLoads } from '../edits/load-edits';
import { TrialsForm } from '../trials/trials-form';

import { changedSettings, isFolded } from './folded-settings';
import { KindCard } from './kind-card';
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

/** “50, 100, 200, 400”: a workload for each number, all else as in the first. */
function SweepField() {
  const { definition, edit } = useEditor();
  const [text, setText] = useState(() => sweptLoads(definition).join(', '));
  const field = sweepFieldOf(definition);
  const loads = parseLoads(text, field);
  const isRate = field === 'rate';
  const wrong = text.trim() !== '' && loads === null;
  return (
    <Form onSubmit={async () => loads && edit((old) => sweepLoads(old, loads))}>
      <Group align="end" gap="sm">
        <TextInput
          label={isRate ? 'Sweep the rate' : 'Sweep connections'}
          description={`a workload for each number, all else as in the first; the page then draws curves over ${isRate ? 'the rate' : 'connections'}`}
          placeholder={isRate ? '500, 1000 or 50%, 70%, 90%' : '50, 100, 200, 400'}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          error={
            wrong &&
            `whole numbers above zero, separated by commas${isRate ? '; or all of them in percent of the baseline’s ceiling' : ''}`
          }
          style={{ flex: '1 1 260px' }}
        />
        <PlainButton type="submit" disabled={!loads}>
          {loads ? `Make ${plural(loads.length, 'workload')}` : 'Make workloads'}
        </PlainButton>
      </Group>
    </Form>
  );
}
