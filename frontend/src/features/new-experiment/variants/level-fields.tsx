import { Group } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';

import { PlainButton } from '@/components/ui/navigation/buttons';

import { useEditor } from '../draft/editor-context';
import { removeLevel, renameLevel } from '../edits/grid-edits';
import { NameField } from '../fields/name-field';

/** Name of a level, and removing it. */
export function LevelFields({ factor, level }: { factor: string; level: string }) {
  const { definition, edit, go } = useEditor();
  const levels = Object.keys(definition.factors[factor] ?? {});
  return (
    <Group gap="sm" align="flex-end">
      <NameField
        label="Name of the level"
        size="xs"
        style={{ flex: 1 }}
        value={level}
        takenNames={levels}
        onRename={(name) => {
          edit((old) => renameLevel(old, factor, level, name));
          go({ factor, level: name });
        }}
      />
      <PlainButton
        size="xs"
        leftSection={<IconTrash size={14} />}
        disabled={levels.length < 2}
        onClick={() => {
          edit((old) => removeLevel(old, factor, level));
          go({ level: undefined });
        }}
      >
        Remove
      </PlainButton>
    </Group>
  );
}
