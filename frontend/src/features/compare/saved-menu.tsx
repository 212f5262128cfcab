import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';

import { changeComparison, deleteComparison } from '@/api/queries/comparisons';
import type { SavedComparison } from '@/api/types';
import { ConfirmButton } from '@/components/ui/confirm-button';
import { ErrorState } from '@/components/ui/error-state';

/** What can be done with a saved comparison itself. */
export function SavedMenu({ saved }: { saved: SavedComparison }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const remove = async () => {
    await deleteComparison(saved.id);
    void queries.invalidateQueries({ queryKey: ['comparisons', 'list'] });
    await navigate({ to: '/compare' });
  };
  return (
    <>
      <Rename saved={saved} />
      <ConfirmButton
        label="Delete"
        title="Delete this saved comparison?"
        text={`“${saved.name}” and its notes are deleted, and its address leads nowhere. The runs and their figures stay.`}
        confirm="Delete the comparison"
        keep="Keep it"
        action={remove}
      />
    </>
  );
}

function Rename({ saved }: { saved: SavedComparison }) {
  const queries = useQueryClient();
  const [opened, { open, close }] = useDisclosure(false);
  const [name, setName] = useState(saved.name);
  const renaming = useMutation({
    mutationFn: () => changeComparison(saved.id, { name }),
    onSuccess: (now) => {
      queries.setQueryData(['comparisons', saved.id], now);
      void queries.invalidateQueries({ queryKey: ['comparisons', 'list'] });
      close();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim()) renaming.mutate();
  };
  return (
    <>
      <Button
        variant="default"
        onClick={() => {
          setName(saved.name);
          renaming.reset();
          open();
        }}
      >
        Rename
      </Button>
      <Modal opened={opened} onClose={close} title="Rename this comparison">
        <form onSubmit={submit}>
          <Stack gap="md">
            <TextInput
              label="Name"
              value={name}
              maxLength={200}
              data-autofocus
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
            {renaming.isError && <ErrorState error={renaming.error} where="nothing was changed" />}
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={close}>
                Cancel
              </Button>
              <Button type="submit" disabled={!name.trim()} loading={renaming.isPending}>
                Rename
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  );
}
