import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBookmark } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';

import { useCompare } from './compare-state';
import { stateOf } from './saved-state';
import { saveComparison } from '@/api/queries/comparisons';
import { ErrorState } from '@/components/ui/error-state';

interface SaveButtonProps {
  /** The name on offer. */
  title: string;
  label?: string;
  /** Kept with it, when another saved comparison is where it comes from. */
  notes?: string;
}

/** Asks for a name, and leads to the address of its own that the comparison then has. */
export function SaveButton({ title, label = 'Save', notes }: SaveButtonProps) {
  const { search } = useCompare();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [opened, { open, close }] = useDisclosure(false);
  const [name, setName] = useState(title);
  const saving = useMutation({
    mutationFn: () => saveComparison({ name, notes, state: stateOf(search) }),
    onSuccess: async (made) => {
      queries.setQueryData(['comparisons', made.id], made);
      void queries.invalidateQueries({ queryKey: ['comparisons', 'list'] });
      close();
      await navigate({ to: '/c/$id', params: { id: made.id } });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() && !saving.isPending) saving.mutate();
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconBookmark size={16} />}
        onClick={() => {
          setName(title.slice(0, 200));
          saving.reset();
          open();
        }}
      >
        {label}
      </Button>
      <Modal opened={opened} onClose={close} title="Save this comparison">
        <form onSubmit={submit}>
          <Stack gap="md">
            <TextInput
              label="Name"
              value={name}
              maxLength={200}
              data-autofocus
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
            <Text fz="sm" c="dimmed">
              What is compared and how it is looked at gets an address of its own. The figures stay those of
              the runs.
            </Text>
            {saving.isError && <ErrorState error={saving.error} where="nothing was saved" />}
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={close}>
                Cancel
              </Button>
              <Button type="submit" disabled={!name.trim()} loading={saving.isPending}>
                Save
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  );
}
