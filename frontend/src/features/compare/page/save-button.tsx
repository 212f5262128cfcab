import { IconBookmark } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

import { saveComparison } from '@/api/queries/comparisons';
import { Needs } from '@/components/domain/needs';
import { NameButton } from '@/components/ui/dialogs/name-button';

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
  const save = async (name: string) => {
    const comparison = await saveComparison({ name, notes, state: stateOf(search) });
    queries.setQueryData(['comparisons', comparison.id], comparison);
    void queries.invalidateQueries({ queryKey: ['comparisons', 'list'] });
    await navigate({ to: '/c/$id', params: { id: comparison.id } });
  };
  return (
    <Needs right="operator">
      <NameButton
        label={label}
        button={{ leftSection: <IconBookmark size={16} /> }}
        title="Save this comparison"
        name={title}
        text="Selection and view get a permanent link. Figures always come from the runs."
        action="Save"
        failureText="nothing was saved"
        onName={save}
      />
    </Needs>
  );
}
