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
export function SavedMenu({ savedComparison: comparison }: { savedComparison: SavedComparison }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const remove = async () => {
    await deleteComparison(comparison.id);
    void queries.invalidateQueries({ queryKey: ['comparisons', 'list'] });
    await navigate({ to: '/compare' });
  };
  return (
    <Needs right="operator">
      <Rename savedComparison={comparison} />
      <ConfirmButton
        label="Delete"
        title="Delete this saved comparison?"
        text={`“${comparison.name}” and its notes are deleted, and its link stops working. The runs and their figures stay.`}
        confirm="Delete the comparison"
        keep="Keep it"
        action={remove}
      />
    </Needs>
  );
}

function Rename({ savedComparison: comparison }: { savedComparison: SavedComparison }) {
  const queries = useQueryClient();
  const [isOpen, { open, close }] = useDisclosure(false);
  const renaming = useMutation({
    mutationFn: (name: string) => changeComparison(comparison.id, { name }),
    onSuccess: (now) => {
      queries.setQueryData(['comparisons', comparison.id], now);
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
      {isOpen && (
        <NameDialog
          title="Rename this comparison"
          name={comparison.name}
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
