import { Button, Modal, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { recipesQuery, saveRecipe } from '@/api/queries/recipes';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { notify } from '@/components/ui/feedback/notices';
import { Muted } from '@/components/ui/labels/texts';
import { Form } from '@/components/ui/dialogs/form';

interface SaveRecipeProps {
  yaml: string;
  /** Proposed for a new recipe. */
  title: string;
  isOpen: boolean;
  onClose: () => void;
}

/** Asks under which title, or as which recipe's next version. */
export default function SaveRecipeDialog({ isOpen, onClose, ...rest }: SaveRecipeProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Save as recipe">
      {isOpen && <SaveRecipe {...rest} onSaved={onClose} />}
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
  const ownRecipes = data.flatMap((recipe) =>
    recipe.own ? [{ ...recipe, version: recipe.own.version }] : [],
  );
  const [newTitle, setTyped] = useState(title.slice(0, 120));
  const [slug, setSlug] = useState<string>();
  const sameTitleSlug = ownRecipes.find((recipe) => recipe.title === newTitle.trim())?.slug;
  const existingRecipe = ownRecipes.find((recipe) => recipe.slug === (slug ?? sameTitleSlug));
  const save = useMutation({
    mutationFn: () =>
      saveRecipe({ title: existingRecipe?.title ?? newTitle.trim(), yaml, after: existingRecipe?.version }),
    onSuccess: (savedRecipe) => {
      notify({
        message: `Saved “${savedRecipe.title}”, version ${savedRecipe.version}: dyno launch ${savedRecipe.slug}`,
      });
      onSaved();
    },
    // a version that somebody else has saved meanwhile is to be seen here
    onSettled: () => client.invalidateQueries({ queryKey: ['recipes'] }),
  });
  return (
    <Form onSubmit={() => save.mutateAsync()}>
      <Stack gap="sm">
        {ownRecipes.length > 0 && (
          <NativeSelect
            label="Save as"
            value={existingRecipe?.slug ?? NEW}
            onChange={(event) => setSlug(event.currentTarget.value)}
            data={[
              { value: NEW, label: 'a new recipe' },
              ...ownRecipes.map((recipe) => ({
                value: recipe.slug,
                label: `version ${recipe.version + 1} of “${recipe.title}”`,
              })),
            ]}
          />
        )}
        {!existingRecipe && (
          <TextInput
            label="Title"
            description="It becomes the name to launch it by."
            data-autofocus
            value={newTitle}
            maxLength={120}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        {existingRecipe && <Muted>Earlier versions stay and can be opened under New.</Muted>}
        {save.isError && (
          <ErrorState error={save.error} failedPart="nothing was saved; your changes are still here" />
        )}
        <Button type="submit" loading={save.isPending} disabled={!existingRecipe && newTitle.trim() === ''}>
          Save
        </Button>
      </Stack>
    </Form>
  );
}
