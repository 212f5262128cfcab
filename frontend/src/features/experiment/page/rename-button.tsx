import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCursorText } from '@tabler/icons-react';

import { NameDialog } from '@/components/ui/dialogs/name-dialog';
import { useKeep } from '@/components/domain/use-keep';

/** A new name for pages and lists; the definition keeps its own. */
export function RenameButton({ id, name }: { id: string; name: string }) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const keep = useKeep(id);
  return (
    <>
      <Button size="compact-xs" variant="subtle" leftSection={<IconCursorText size={14} />} onClick={open}>
        Rename
      </Button>
      {isOpen && (
        <NameDialog
          title="Rename the experiment"
          name={name}
          action="Save"
          pending={keep.isPending}
          onSubmit={(newName) => keep.mutate({ name: newName }, { onSuccess: close })}
          onClose={close}
        />
      )}
    </>
  );
}
