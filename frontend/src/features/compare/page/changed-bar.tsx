import { Button, Group, Paper, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { changeComparison } from '@/api/queries/comparisons';
import { Needs } from '@/components/domain/needs';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { ButtonLink } from '@/components/ui/navigation/links';

import { stateOf } from '../selection/saved-state';
import { useCompare } from '../selection/compare-state';

import { SaveButton } from './save-button';

/** Shown while the address asks for something else than what was saved: keep it, keep it apart, or go back. */
export function ChangedBar() {
  const { search, savedComparison, isChanged } = useCompare();
  const queries = useQueryClient();
  const saving = useMutation({
    mutationFn: (id: string) => changeComparison(id, { state: stateOf(search) }),
    onSuccess: (now) => {
      queries.setQueryData(['comparisons', now.id], now);
      void queries.invalidateQueries({ queryKey: ['comparisons', 'list'] });
    },
  });
  if (!savedComparison || !isChanged) return null;
  return (
    <Paper component="aside" aria-label="Changed since it was saved" py="sm">
      <Group justify="space-between" gap="sm">
        <Text fz="sm">Changed since it was saved. The change is only in this page’s address.</Text>
        <Group gap="xs">
          <Needs right="operator">
            <Button size="xs" loading={saving.isPending} onClick={() => saving.mutate(savedComparison.id)}>
              Save the change
            </Button>
          </Needs>
          <SaveButton
            title={`${savedComparison.name} (2)`}
            label="Save as new"
            notes={savedComparison.notes}
          />
          <ButtonLink size="xs" variant="subtle" to="/c/$id" params={{ id: savedComparison.id }} search={{}}>
            Back to what was saved
          </ButtonLink>
        </Group>
      </Group>
      {saving.isError && <ErrorState error={saving.error} failedPart="nothing was saved" />}
    </Paper>
  );
}
