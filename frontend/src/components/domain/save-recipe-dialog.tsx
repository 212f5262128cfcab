import { Button, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { recipesQuery, saveRecipe } from '@/api/queries/recipes';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { notify } from '@/components/ui/feedback/notices';

interface SaveRecipeProps {
  yaml: string;
  /** Proposed for a new recipe. */
  title: string;
  opened: boolean;
  onClose: () => void;
}

/** Asks under which title, or as which recipe's next version. */
export default function SaveRecipeDialog({ opened, onClose, ...rest }: SaveRecipeProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Save as recipe">
      {opened && <SaveRecipe {...rest} onSaved={onClose} />}
    </Modal>
  );
}

interface FormProps extends Pick<SaveRecipeProps, 'yaml' | 'title'> {
  onSaved: () => void;
}

const NEW = '';

function SaveRecipe({ yaml, title, onSaved }: FormProps) {
  const client = useQueryClient();
  const { data = [] } = useQuery(recipesQuery);
  const own = data.flatMap((recipe) => (recipe.own ? [{ ...recipe, version: recipe.own.version }] : []));
  const [typed, setTyped] = useState(title.slice(0, 120));
  const [slug, setSlug] = useState<string>();
  const same = own.find((recipe) => recipe.title === typed.trim())?.slug;
  const followed = own.find((recipe) => recipe.slug === (slug ?? same));
  const save = useMutation({
    mutationFn: () => saveRecipe({ title: followed?.title ?? typed.trim(), yaml, after: followed?.version }),
    onSuccess: (made) => {
      notify({ message: `Saved “${made.title}”, version ${made.version}: dyno launch ${made.slug}` });
      onSaved();
    },
    // a version that somebody else has saved meanwhile is to be seen here
    onSettled: () => client.invalidateQueries({ queryKey: ['recipes'] }),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Stack gap="sm">
        {own.length > 0 && (
          <NativeSelect
            label="Save as"
            value={followed?.slug ?? NEW}
            onChange={(event) => setSlug(event.currentTarget.value)}
            data={[
              { value: NEW, label: 'a new recipe' },
              ...own.map((recipe) => ({
                value: recipe.slug,
                label: `version ${recipe.version + 1} of “${recipe.title}”`,
              })),
            ]}
          />
        )}
        {!followed && (
          <TextInput
            label="Title"
            description="It becomes the name to launch it by."
            data-autofocus
            value={typed}
            maxLength={120}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        {followed && (
          <Text fz="sm" c="dimmed">
            Earlier versions stay and can be opened on the Recipes page.
          </Text>
        )}
        {save.isError && (
          <ErrorState error={save.error} where="nothing was saved; what you made is still here" />
        )}
        <Button type="submit" loading={save.isPending} disabled={!followed && typed.trim() === ''}>
          Save
        </Button>
      </Stack>
    </form>
  );
}
