import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

import { changeComparison, deleteComparison } from '@/api/queries/comparisons';
import type { SavedComparison } from '@/api/types';
import { Needs } from '@/components/domain/needs';
import { ConfirmButton } from '@/components/ui/dialogs/confirm-button';
import { NameDialog } from '@/components/ui/dialogs/name-dialog';

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
    <Needs right="operator">
      <Rename saved={saved} />
      <ConfirmButton
        label="Delete"
        title="Delete this saved comparison?"
        text={`“${saved.name}” and its notes are deleted, and its link stops working. The runs and their figures stay.`}
        confirm="Delete the comparison"
        keep="Keep it"
        action={remove}
      />
    </Needs>
  );
}

function Rename({ saved }: { saved: SavedComparison }) {
  const queries = useQueryClient();
  const [opened, { open, close }] = useDisclosure(false);
  const renaming = useMutation({
    mutationFn: (name: string) => changeComparison(saved.id, { name }),
    onSuccess: (now) => {
      queries.setQueryData(['comparisons', saved.id], now);
      void queries.invalidateQueries({ queryKey: ['comparisons', 'list'] });
      close();
    },
  });
  return (
    <>
      <Button
        variant="default"
        onClick={() => {
          renaming.reset();
          open();
        }}
      >
        Rename
      </Button>
      {opened && (
        <NameDialog
          title="Rename this comparison"
          name={saved.name}
          action="Rename"
          pending={renaming.isPending}
          error={renaming.error}
          onSubmit={renaming.mutate}
          onClose={close}
        />
      )}
    </>
  );
}
