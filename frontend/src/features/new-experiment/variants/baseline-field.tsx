import { Select, Stack, Switch } from '@mantine/core';

import { baselineName, cellsOf, namesOf } from '../draft/cells';
import { setBaseline } from '../edits/edits';
import { useEditor } from '../draft/editor-context';
import { countBelow, messageAt } from '../draft/problems';

/** What the others are compared with, and whether a second copy of it shows the noise. */
export function BaselineField() {
  const { definition, problems, edit } = useEditor();
  const names = [...new Set(namesOf(definition))];
  const name = baselineName(definition);
  const below = problems.find(({ place }) => place.startsWith('baseline.'))?.message;
  return (
    <Stack gap="sm">
      <Select
        label="Baseline"
        description="The others are compared with it."
        size="xs"
        searchable
        allowDeselect={false}
        data={names}
        value={name !== undefined && names.includes(name) ? name : null}
        placeholder={name}
        onChange={(next) => next !== null && edit((old) => setBaseline(old, next, cellsOf(old)))}
        error={messageAt(problems, 'baseline') ?? (countBelow(problems, 'baseline') > 0 ? below : undefined)}
      />
      <Switch
        size="xs"
        label="A/A control"
        description="A second copy of the baseline: it should not differ. Where it does, no verdict is given."
        checked={definition.control !== false}
        onChange={({ currentTarget: { checked: control } }) => edit((old) => ({ ...old, control }))}
        error={messageAt(problems, 'control')}
      />
    </Stack>
  );
}
