import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

import { experimentQuery } from '@/api/queries/experiments';
import { notify } from '@/components/ui/feedback/notices';

import { compareSides, MAX_COMPARED } from './compare-sides';

/** Opens Compare: of one experiment its variants, of several each as a side. */
export function CompareButton({ ids }: { ids: string[] }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const open = useMutation({
    mutationFn: () => Promise.all(ids.map((id) => client.fetchQuery(experimentQuery(id)))),
    onSuccess: (experiments) => void navigate({ to: '/compare', search: compareSides(experiments) }),
    onError: (error) =>
      notify({ color: 'red', title: 'The experiments could not be compared', message: String(error) }),
  });
  const isTooMany = ids.length > MAX_COMPARED;
  return (
    <Button
      size="xs"
      disabled={isTooMany}
      title={isTooMany ? `At most ${MAX_COMPARED} experiments` : undefined}
      loading={open.isPending}
      onClick={() => open.mutate()}
    >
      Compare
    </Button>
  );
}
