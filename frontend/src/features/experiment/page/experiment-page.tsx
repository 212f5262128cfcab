import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';

import { ApiError } from '@/api/errors';
import { useLive } from '@/api/events';
import { experimentQuery } from '@/api/queries/experiments';
import { useReadings } from '@/api/readings';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { ButtonLink, TextLink } from '@/components/ui/navigation/links';
import { PageSkeleton } from '@/components/ui/feedback/loading';
import { PageHeader } from '@/components/ui/layout/page-header';
import { isUnfinished } from '@/components/words/states';

import { ExperimentView } from './experiment-view';
import { useAnnotationsLive } from './use-annotations-live';

const route = getRouteApi('/experiments/$id');

/** One experiment: what came out, or how far it is. */
export function ExperimentPage() {
  const { id } = route.useParams();
  const search = route.useSearch();
  const query = useQuery(experimentQuery(id));
  const { byRun, onEvent } = useReadings();
  const hasExperiment = query.data !== undefined;
  const isLive = hasExperiment && isUnfinished(query.data.state);
  useLive({
    experiment: id,
    isEnabled: isLive,
    keys: [['experiments', id]],
    hostKeys: [['hosts', 'list']], // facts of hosts are long
    onEvent,
  });
  useAnnotationsLive(id, hasExperiment && !isLive);

  if (query.isPending) return <PageSkeleton />;
  if (query.error instanceof ApiError && query.error.status === 404) return <Gone id={id} />;
  if (!query.data) {
    return (
      <Stack gap="md">
        <PageHeader title="Experiment" crumbs={crumbs(id)} />
        <ErrorState error={query.error} failedPart="this experiment" onRetry={() => void query.refetch()} />
      </Stack>
    );
  }
  return <ExperimentView key={id} experiment={query.data} search={search} readings={byRun} />;
}

const crumbs = (id: string) => [
  <TextLink to="/experiments">Experiments</TextLink>,
  <span className="dyno-mono">{id}</span>,
];

function Gone({ id }: { id: string }) {
  return (
    <Stack gap="md">
      <PageHeader title="No such experiment" crumbs={crumbs(id)} />
      <EmptyState
        title="There is no experiment at this address"
        text="The link may be cut off, or the experiment was deleted together with its runs."
        action={<ButtonLink to="/experiments">All experiments</ButtonLink>}
      />
    </Stack>
  );
}
