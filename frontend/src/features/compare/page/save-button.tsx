import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBookmark } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

import { saveComparison } from '@/api/queries/comparisons';
import { Needs } from '@/components/domain/needs';
import { NameDialog } from '@/components/ui/dialogs/name-dialog';

import { useCompare } from '../selection/compare-state';
import { stateOf } from '../selection/saved-state';

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
  const [isOpen, { open, close }] = useDisclosure(false);
  const saving = useMutation({
    mutationFn: (name: string) => saveComparison({ name, notes, state: stateOf(search) }),
    onSuccess: async (comparison) => {
      queries.setQueryData(['comparisons', comparison.id], comparison);
      void queries.invalidateQueries({ queryKey: ['comparisons', 'list'] });
      close();
      await navigate({ to: '/c/$id', params: { id: comparison.id } });
    },
  });
  return (
    <Needs right="operator">
      <Button
        variant="default"
        leftSection={<IconBookmark size={16} />}
        onClick={() => {
          saving.reset();
          open();
        }}
      >
        {label}
      </Button>
      {isOpen && (
        <NameDialog
          title="Save this comparison"
          name={title}
          text="Selection and view get a permanent link. Figures always come from the runs."
          action="Save"
          pending={saving.isPending}
          error={saving.error}
          failureText="nothing was saved"
          onSubmit={saving.mutate}
          onClose={close}
        />
      )}
    </Needs>
  );
}
