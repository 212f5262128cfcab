import { IconCursorText } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';

import { changeExperiment, keepInCache } from '@/api/queries/annotations';
import { NameButton } from '@/components/ui/dialogs/name-button';

/** A new name for pages and lists; the definition keeps its own. */
export function RenameButton({ id, name }: { id: string; name: string }) {
  const client = useQueryClient();
  return (
    <NameButton
      label="Rename"
      button={{ size: 'compact-xs', variant: 'subtle', leftSection: <IconCursorText size={14} /> }}
      title="Rename the experiment"
      name={name}
      action="Save"
      onName={async (newName) => keepInCache(client, await changeExperiment(id, { name: newName }))}
    />
  );
}
