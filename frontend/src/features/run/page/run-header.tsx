import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';

import { experimentQuery } from '@/api/queries/experiments';
import { isShared } from '@/api/share';
import type { Run } from '@/api/types';
import { hasHistograms } from '@/components/charts/distribution/percentile-data';
import { Needs } from '@/components/domain/needs';
import { ShareControl } from '@/components/domain/share-control';
import { ButtonLink, Crumb, TextLink } from '@/components/ui/navigation/links';
import { PageHeader } from '@/components/ui/layout/page-header';
import type { ShareFile } from '@/components/ui/sharing/share-files';
import { Pill } from '@/components/ui/labels/pill';
import { StateBadge } from '@/components/ui/labels/state-badge';
import { VerdictBadge } from '@/components/ui/labels/verdict-badge';
import { workloadWords } from '@/components/words/workload';
import { MoreButton } from '@/components/ui/navigation/more-button';

import { pathOf, searchWords, sharedMachine, trialWords } from './words';

/** Where the run hangs, what it is, and what can be done with it. */
export function RunHeader({ run }: { run: Run }) {
  const { experiment } = run;
  return (
    <PageHeader
      title={run.name}
      crumbs={[
        <Crumb to="/experiments">Experiments</Crumb>,
        <Crumb to="/experiments/$id" params={{ id: experiment.id }}>
          {experiment.name}
        </Crumb>,
        <span className="dyno-mono">r/{run.id}</span>,
      ]}
      meta={<Meta run={run} />}
      actions={
        <>
          {['failed', 'cancelled'].includes(run.experiment_state) && (
            <StateBadge state={run.experiment_state} />
          )}
          <Needs right="operator">
            <ButtonLink to="/new" search={{ from: experiment.id }} variant="default">
              Clone and change
            </ButtonLink>
          </Needs>
          <ShareControl
            subject={{ kind: 'run', id: run.id }}
            files={filesOf(run)}
            report={`/experiments/${experiment.id}/report`}
          />
          {!isShared && <RunMenu run={run} />}
        </>
      }
    />
  );
}

const filesOf = ({ id, latency_kind: kind }: Run): ShareFile[] => [
  { label: 'CSV', text: 'every figure of every trial', href: `/api/v1/runs/${id}/export.csv` },
  { label: 'JSON', text: 'everything behind this page', href: `/api/v1/runs/${id}/export.json` },
  ...(hasHistograms(kind)
    ? [
        { label: 'Percentiles', text: 'of all requests, CSV', href: `/api/v1/runs/${id}/latency.csv` },
        {
          label: 'Histograms',
          text: 'of every trial, HdrHistogram log',
          href: `/api/v1/runs/${id}/latency.hlog`,
        },
      ]
    : []),
];

function Meta({ run }: { run: Run }) {
  const sharedText = sharedMachine(run);
  return (
    <>
      {run.is_baseline && <VerdictBadge verdict="baseline" />}
      {run.is_control && <VerdictBadge verdict="control" />}
      {run.parent && <Parent run={run} name={run.parent} />}
      <span>{run.ceiling ? searchWords(run) : workloadWords([run.workload])}</span>
      <span>{trialWords(run)}</span>
      <span className="dyno-mono" title={run.testbed && `Testbed “${run.testbed}”`}>
        {pathOf(run)
          .map(({ role, host }) => (role === host ? role : `${role} ${host}`))
          .join(' → ')}
      </span>
      {sharedText && <span>{sharedText}</span>}
      {run.origin === 'imported' && (
        <Pill hint="Results from another source; the figures were read from tool output or tables.">
          imported
        </Pill>
      )}
    </>
  );
}

/** “from default”, with a link to the run of that variant under the same workload. */
function Parent({ run, name }: { run: Run; name: string }) {
  const { data } = useQuery(experimentQuery(run.experiment.id));
  const parent = data?.run_list.find(
    (candidate) =>
      candidate.variant === name && candidate.workload.name === run.workload.name && !candidate.deleted,
  );
  return (
    <Text span inherit>
      from{' '}
      {parent ? (
        <TextLink underline="always" to="/runs/$id" params={{ id: parent.id }}>
          {name}
        </TextLink>
      ) : (
        name
      )}
    </Text>
  );
}

const RunMenuItems = lazy(() => import('./run-menu-items'));

/** What is seldom done with a run. */
const RunMenu = ({ run }: { run: Run }) => (
  <MoreButton>
    <RunMenuItems run={run} />
  </MoreButton>
);
