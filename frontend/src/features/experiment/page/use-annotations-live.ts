import { useQueryClient } from '@tanstack/react-query';

import { useLive } from '@/api/events';

/** Of an experiment that has ended only notes, tags, star and archive change. */
export function useAnnotationsLive(id: string, isLive: boolean): void {
  const client = useQueryClient();
  useLive({
    experiment: id,
    isEnabled: isLive,
    keys: [],
    onEvent: ({ kind }) => {
      if (kind === 'experiment')
        void client.invalidateQueries({ queryKey: ['experiments', id], exact: true });
    },
  });
}
