import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy } from 'react';

import { cancelExperiment } from '@/api/queries/experiments';
import type { Experiment } from '@/api/types';
import { isShared } from '@/api/share';
import { ShareControl } from '@/components/domain/share-control';
import { Needs } from '@/components/domain/needs';
import { ConfirmButton } from '@/components/ui/dialogs/confirm-button';
import { ButtonLink } from '@/components/ui/navigation/links';
import { MoreButton } from '@/components/ui/navigation/more-button';
import { exportFiles } from '@/components/ui/sharing/share-files';
import { useUrlParam } from '@/components/ui/navigation/use-url-param';
import { isUnfinished } from '@/components/words/states';

import { Reproduce } from '../repeat/reproduce';

const MoreItems = lazy(() => import('../menu/more-items'));

/** Share and clone; cancel while it runs. The rest is in a menu, on a phone the most of it. */
export function HeaderActions({ experiment }: { experiment: Experiment }) {
  if (isShared) return <Share experiment={experiment} />;
  return (
    <>
      <Share experiment={experiment} />
      <Needs right="operator">
        <ButtonLink to="/new" search={{ from: experiment.id }} variant="default" visibleFrom="sm">
          Clone and change
        </ButtonLink>
        <Reproduce experiment={experiment} />
        {isUnfinished(experiment.state) && <Cancel experiment={experiment} />}
      </Needs>
      <MoreButton>
        <MoreItems experiment={experiment} />
      </MoreButton>
    </>
  );
}

/** The link with its filters, the report, and the files, by the metric that the page shows. */
function Share({ experiment: { id } }: { experiment: Experiment }) {
  const [metric] = useUrlParam('metric');
  const query = metric ? `?metric=${encodeURIComponent(metric)}` : '';
  const base = `/api/v1/experiments/${id}/export`;
  return (
    <ShareControl
      subject={{ kind: 'experiment', id }}
      files={exportFiles(base, query, 'experiment')}
      markdown={`${base}.md${query}`}
      report={`/experiments/${id}/report${query}`}
    />
  );
}

function Cancel({ experiment: { id, name, state, progress } }: { experiment: Experiment }) {
  const queryClient = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => cancelExperiment(id),
    onSuccess: (fresh) => queryClient.setQueryData(['experiments', id], fresh),
  });
  const keptText =
    progress && progress.done > 0 ? `The ${progress.done} trials measured so far are kept. ` : '';
  return (
    <ConfirmButton
      label={state === 'cancelling' ? 'Cancelling…' : 'Cancel'}
      disabled={state === 'cancelling'}
      title={`Cancel “${name}”?`}
      text={`${keptText}The load stops within a second; restoring every host takes a few more.`}
      confirm="Cancel the experiment"
      keep="Let it run"
      action={() => cancel.mutateAsync()}
    />
  );
}
