import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { resumeExperiment } from '@/api/queries/experiments';
import { isShared } from '@/api/share';
import type { Experiment } from '@/api/types';
import { Needs } from '@/components/domain/needs';
import { ErrorState } from '@/components/ui/feedback/error-state';

/** Measures the trials that are left, in the same rounds; says what changed where that is not possible. */
export function ResumeButton({ experiment: { id, is_resumable } }: { experiment: Experiment }) {
  const queryClient = useQueryClient();
  const resume = useMutation({
    mutationFn: () => resumeExperiment(id),
    onSuccess: (fresh) => queryClient.setQueryData(['experiments', id], fresh),
  });
  if (isShared || !is_resumable) return null;
  return (
    <Needs right="operator">
      <Group gap="sm" mt="xs">
        <Button size="xs" loading={resume.isPending} onClick={() => resume.mutate()}>
          Resume
        </Button>
        <Text fz="sm">Measures the trials that are left, in the same rounds.</Text>
      </Group>
      {resume.error && (
        <ErrorState
          error={resume.error}
          failedPart="nothing was changed"
          hint="Put back what changed, or launch it again."
        />
      )}
    </Needs>
  );
}
