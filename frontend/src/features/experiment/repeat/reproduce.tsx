import { lazy, Suspense } from 'react';

import type { Experiment } from '@/api/types';
import { useUrlParam } from '@/components/ui/navigation/use-url-param';

const ReproduceDialog = lazy(() => import('./reproduce-dialog'));

/** Asks before it measures the same once more; the open dialog is in the address, so that other pages can link to it. */
export function Reproduce({ experiment }: { experiment: Experiment }) {
  const [isWanted, setWanted] = useUrlParam('reproduce');
  if (experiment.origin === 'imported' || !isWanted) return null;
  return (
    <Suspense>
      <ReproduceDialog experiment={experiment} onClose={() => setWanted(undefined)} />
    </Suspense>
  );
}
