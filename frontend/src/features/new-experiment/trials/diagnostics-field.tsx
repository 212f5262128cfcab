import { Checkbox, Group, Stack } from '@mantine/core';

import { NumberField } from '@/components/ui/dialogs/number-field';
import { DocsLink } from '@/components/ui/navigation/docs-link';
import { Small } from '@/components/ui/labels/texts';

import type { DiagnosticsSpec } from '../draft/definition';
import { useEditor } from '../draft/editor-context';
import { messageAt } from '../draft/problems';

import { Choice } from './choice';

const PROBES = {
  auto: 'A quarter fewer and more connections after the trials, where that costs less than a tenth of the time: what moves the rate was the limit.',
  yes: 'A quarter fewer and more connections after the trials: what moves the rate was the limit.',
  no: 'Only what is measured.',
};
const FIRST_PROFILES = 5;

/** Extra trials after the measured ones, which say why. */
export function DiagnosticsField() {
  const { definition, edit, problems } = useEditor();
  const diagnostics = definition.diagnostics ?? {};
  const { probe = 'auto', profile = 0, system_calls = false } = diagnostics;
  const set = (fields: DiagnosticsSpec) =>
    edit((old) => ({ ...old, diagnostics: { ...old.diagnostics, ...fields } }));
  return (
    <Stack gap="sm">
      <Choice
        label="Diagnostics: probe"
        value={probe === 'auto' ? 'auto' : probe ? 'yes' : 'no'}
        options={{ auto: 'Where it is cheap', yes: 'Always', no: 'Never' }}
        hint={
          <>
            {PROBES[probe === 'auto' ? 'auto' : probe ? 'yes' : 'no']}{' '}
            <DocsLink topic="diagnostics">What diagnostics are</DocsLink>
          </>
        }
        error={messageAt(problems, 'diagnostics', 'diagnostics.probe')}
        onChange={(next) => set({ probe: next === 'auto' ? 'auto' : next === 'yes' })}
      />
      <Group gap="lg" align="flex-start">
        <Checkbox
          label="System calls"
          description="exact counts of a request, by name"
          checked={system_calls}
          onChange={(event) => set({ system_calls: event.currentTarget.checked })}
        />
        <Checkbox
          label="Profiles"
          description="where the CPU time of a request goes"
          checked={profile !== 0}
          onChange={(event) => set({ profile: event.currentTarget.checked ? FIRST_PROFILES : 0 })}
        />
        {profile !== 0 && (
          <NumberField
            label="Rounds of profiles"
            min={3}
            max={20}
            maw={160}
            value={profile}
            onChange={(rounds) => set({ profile: rounds })}
            error={messageAt(problems, 'diagnostics.profile')}
          />
        )}
      </Group>
      <Small>In extra trials that are not measured; the hosts need perf for the last two.</Small>
    </Stack>
  );
}
