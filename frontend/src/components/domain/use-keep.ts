import { useMutation, useQueryClient } from '@tanstack/react-query';

import { ApiError } from '@/api/errors';
import { changeExperiment, type ExperimentChange, keepInCache } from '@/api/queries/annotations';
import { notify } from '@/components/ui/feedback/notices';

const words = (error: unknown) =>
  error instanceof ApiError ? error.errors[0]?.message || error.detail || error.title : String(error);

/** Changes what people say of an experiment; says why when it was refused. */
export function useKeep(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ExperimentChange) => changeExperiment(id, body),
    onSuccess: (summary) => keepInCache(client, summary),
    onError: (error) => notify({ color: 'red', title: 'Nothing was changed', message: words(error) }),
  });
}
