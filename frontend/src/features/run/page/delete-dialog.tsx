import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

import { deleteRun } from '@/api/queries/runs';
import type { Run } from '@/api/types';
import { ConfirmDialog } from '@/components/ui/dialogs/confirm-button';
import { plural } from '@/components/words/format';

/** Asks, and deletes the run; then its experiment is shown. */
export default function DeleteDialog({ run, onClose }: { run: Run; onClose: () => void }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const remove = async () => {
    await deleteRun(run.id);
    queryClient.removeQueries({ queryKey: ['runs', run.id] });
    void queryClient.invalidateQueries({ queryKey: ['experiments'] });
    await navigate({ to: '/experiments/$id', params: { id: run.experiment.id } });
  };
  const sentences = [
    `“${run.name}” with its ${plural(run.trials.length, 'trial')} leaves “${run.experiment.name}” and every comparison. Its permalink then says that it was deleted. This cannot be undone.`,
    run.is_baseline && 'It is the baseline: the other runs have nothing to compare with.',
    run.is_control &&
      'It is the control: without it nothing warns of differences that are not the settings’.',
  ];
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Delete this run?"
      text={sentences.filter(Boolean).join(' ')}
      confirm="Delete"
      keep="Keep it"
      action={remove}
    />
  );
}
