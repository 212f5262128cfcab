import { Button } from '@mantine/core';
import { lazy, Suspense } from 'react';

import type { Experiment } from '@/api/types';
import { useUrlParam } from '@/components/ui/navigation/use-url-param';

const ReproduceDialog = lazy(() => import('./reproduce-dialog'));

/** The same once more; the open dialog is in the address, so that other pages can link to it. */
export function ReproduceButton({ experiment }: { experiment: Experiment }) {
  const [isWanted, setWanted] = useUrlParam('reproduce');
  if (experiment.origin === 'imported') return null;
  return (
    <>
      <Button variant="default" visibleFrom="sm" onClick={() => setWanted('1')}>
        Reproduce
      </Button>
      <Suspense>
        {isWanted && <ReproduceDialog experiment={experiment} onClose={() => setWanted(undefined)} />}
      </Suspense>
    </>
  );
}
