import { Button, Group, Modal, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCursorText } from '@tabler/icons-react';
import { useState } from 'react';

import { useKeep } from '@/components/ui/use-keep';

/** Another name; the definition keeps its own. */
export function RenameButton({ id, name }: { id: string; name: string }) {
  const [opened, { open, close }] = useDisclosure(false);
  const [typed, setTyped] = useState(name);
  const keep = useKeep(id);
  const fits = typed.trim().length > 0 && typed.trim().length <= 200;
  return (
    <>
      <Button
        size="compact-xs"
        variant="subtle"
        leftSection={<IconCursorText size={14} />}
        onClick={() => {
          setTyped(name);
          open();
        }}
      >
        Rename
      </Button>
      <Modal opened={opened} onClose={close} title="Rename the experiment">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (fits) keep.mutate({ name: typed }, { onSuccess: close });
          }}
        >
          <TextInput
            label="Name"
            data-autofocus
            value={typed}
            error={typed.trim().length > 200 && 'at most 200 characters'}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="xs" mt="md">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" disabled={!fits} loading={keep.isPending}>
              Save
            </Button>
          </Group>
        </form>
      </Modal>
    </>
  );
}
