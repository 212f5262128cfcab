import { Menu } from '@mantine/core';
import { IconArrowBackUp, IconDots, IconX } from '@tabler/icons-react';

import { IconButton } from '@/components/ui/navigation/buttons';

import type { Value } from '../draft/definition';
import { type KnobPath, removeKnob, setKnob } from '../edits/edits';
import { useEditor } from '../draft/editor-context';

/** What can be done with a knob that is set here. */
export function KnobMenu({ name, value, path }: { name: string; value: Value | null; path: KnobPath }) {
  const { edit } = useEditor();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton aria-label={`Change or remove ${name}`}>
          <IconDots size={15} />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconX size={14} />}
          onClick={() => edit((old) => removeKnob(old, path, name))}
        >
          Remove {name}
        </Menu.Item>
        {value !== null && path[0] !== 'set' && (
          <Menu.Item
            leftSection={<IconArrowBackUp size={14} />}
            onClick={() => edit((old) => setKnob(old, path, name, null))}
          >
            Reset to its default here
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
