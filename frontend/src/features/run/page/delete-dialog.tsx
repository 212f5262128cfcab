import { Button, Group, Modal, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

import { deleteRun } from '@/api/queries/runs';
import type { Run } from '@/api/types';
import { plural } from '@/components/words/format';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { useFocusBack } from '@/components/ui/feedback/focus-back';
import { PlainButton } from '@/components/ui/navigation/buttons';

interface DeleteDialogProps {
  run: Run;
  onClose: () => void;
}

/** Asks, and deletes the run; then its experiment is shown. */
export default function DeleteDialog({ run, onClose }: DeleteDialogProps) {
  useFocusBack();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => deleteRun(run.id),
    onSuccess: async () => {
      queryClient.removeQueries({ queryKey: ['runs', run.id] });
      void queryClient.invalidateQueries({ queryKey: ['experiments'] });
      await navigate({ to: '/experiments/$id', params: { id: run.experiment.id } });
    },
  });
  return (
    <Modal opened onClose={onClose} title="Delete this run?" centered>
      <Text size="sm">
        “{run.name}” with its {plural(run.trials.length, 'trial')} leaves “{run.experiment.name}” and every
        comparison. Its permalink then says that it was deleted. This cannot be undone.
        {run.is_baseline && ' It is the baseline: the other runs have nothing to compare with.'}
        {run.is_control &&
          ' It is the control: without it nothing warns of differences that are not the settings’.'}
      </Text>
      {error && <ErrorState error={error} failedPart="the run was not deleted" />}
      <Group justify="flex-end" mt="lg">
        <PlainButton onClick={onClose} data-autofocus>
          Keep it
        </PlainButton>
        <Button color="red.8" onClick={() => mutate()} loading={isPending}>
          Delete
        </Button>
      </Group>
    </Modal>
  );
}
