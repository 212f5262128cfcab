import { lazy } from 'react';

import type { Run } from '@/api/types';
import { MoreButton } from '@/components/ui/navigation/more-button';

const RunMenuItems = lazy(() => import('./run-menu-items'));

/** What is seldom done with a run. */
export const RunMenu = ({ run }: { run: Run }) => (
  <MoreButton>
    <RunMenuItems run={run} />
  </MoreButton>
);
