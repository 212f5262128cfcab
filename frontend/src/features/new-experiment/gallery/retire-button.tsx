import { useQueryClient } from '@tanstack/react-query';

import { retireRecipe } from '@/api/queries/recipes';
import type { RecipeSummary } from '@/api/types';
import { ConfirmButton } from '@/components/ui/dialogs/confirm-button';

/** Takes an own recipe out of the lists; its versions and its experiments stay. */
export function RetireButton({ recipe: { slug, title } }: { recipe: RecipeSummary }) {
  const client = useQueryClient();
  return (
    <ConfirmButton
      label="Retire"
      title={`Retire “${title}”?`}
      text="It is no longer listed or launched. You can bring it back at the end of this page."
      confirm="Retire the recipe"
      keep="Keep it"
      action={async () => {
        await retireRecipe(slug, true);
        await client.invalidateQueries({ queryKey: ['recipes'] });
      }}
    />
  );
}
