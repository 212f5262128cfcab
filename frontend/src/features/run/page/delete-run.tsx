import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense } from 'react';

import type { Run } from '@/api/types';
import { isUnfinished } from '@/components/words/states';

const DeleteDialog = lazy(() => import('./delete-dialog'));

/** Deletes the run after a question. */
export function DeleteRun({ run }: { run: Run }) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const hasEnded = !isUnfinished(run.experiment_state);
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        onClick={open}
        disabled={!hasEnded}
        title={hasEnded ? undefined : 'A run can be deleted when its experiment has ended'}
      >
        Delete
      </Button>
      <Suspense>{isOpen && <DeleteDialog run={run} onClose={close} />}</Suspense>
    </>
  );
}
