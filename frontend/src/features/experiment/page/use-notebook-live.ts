import { useDocumentVisibility } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';

import { useLive } from '@/api/events';

/** Of an experiment that has ended only notes, tags, star and archive change: asked for while the page is seen. */
export function useNotebookLive(id: string, enabled: boolean): void {
  const client = useQueryClient();
  const seen = useDocumentVisibility() === 'visible';
  useLive({
    experiment: id,
    enabled: enabled && seen,
    keys: [],
    onEvent: ({ kind }) => {
      if (kind === 'experiment')
        void client.invalidateQueries({ queryKey: ['experiments', id], exact: true });
    },
  });
}
