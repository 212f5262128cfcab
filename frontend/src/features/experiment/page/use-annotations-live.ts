import { useDocumentVisibility } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';

import { useLive } from '@/api/events';

/** Of an experiment that has ended only notes, tags, star and archive change: asked for while the page is seen. */
export function useAnnotationsLive(id: string, isLive: boolean): void {
  const client = useQueryClient();
  const isVisible = useDocumentVisibility() === 'visible';
  useLive({
    experiment: id,
    isEnabled: isLive && isVisible,
    keys: [],
    onEvent: ({ kind }) => {
      if (kind === 'experiment')
        void client.invalidateQueries({ queryKey: ['experiments', id], exact: true });
    },
  });
}
