import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

import { changeComparison, deleteComparison } from '@/api/queries/comparisons';
import type { SavedComparison } from '@/api/types';
import { Needs } from '@/components/domain/needs';
import { ConfirmButton } from '@/components/ui/dialogs/confirm-button';
import { NameButton } from '@/components/ui/dialogs/name-button';

/** What can be done with a saved comparison itself. */
export function SavedMenu({ savedComparison: comparison }: { savedComparison: SavedComparison }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const rename = async (name: string) => {
    queries.setQueryData(['comparisons', comparison.id], await changeComparison(comparison.id, { name }));
    void queries.invalidateQueries({ queryKey: ['comparisons', 'list'] });
  };
  const remove = async () => {
    await deleteComparison(comparison.id);
    void queries.invalidateQueries({ queryKey: ['comparisons', 'list'] });
    await navigate({ to: '/compare' });
  };
  return (
    <Needs right="operator">
      <NameButton
        label="Rename"
        title="Rename this comparison"
        name={comparison.name}
        action="Rename"
        onName={rename}
      />
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
