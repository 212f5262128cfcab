import { Alert, Stack, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { hostsToRestoreQuery } from '@/api/queries/hosts';
import { isShared } from '@/api/share';
import type { Experiment, Host, RunSummary } from '@/api/types';
import { capital, plural } from '@/components/words/format';
import { CodeBlock } from '@/components/ui/code/code-block';
import { HostsToRestore } from '@/components/domain/hosts-to-restore';
import { isUnfinished } from '@/components/words/states';
import { Small } from '@/components/ui/labels/texts';
import { DangerAlert } from '@/components/ui/feedback/danger-alert';

import { ResumeButton } from './resume-button';

type Failure = NonNullable<Experiment['failure']>;

/** Why it ended otherwise than planned, and which runs could not be measured. Nothing when all went well. */
export function EndState({ experiment }: { experiment: Experiment }) {
  const { state, failure, run_list } = experiment;
  const hostsToRestore = useHostsToRestore(experiment);
  const failedRuns = run_list.filter((run) => run.failure);
  return (
    <>
      <HostsToRestore hosts={hostsToRestore} />
      {state === 'failed' && (
        <Trouble title="This experiment failed">
          {!failure && 'No reason was recorded; the server’s log has more.'}
          {failure && !isSaid(failure, failedRuns, experiment.headline) && <Reason failure={failure} />}
          <Text fz="sm">
            {keptText(run_list)} Hosts are restored, or marked for a restore on the Hosts page.
          </Text>
          <ResumeButton experiment={experiment} />
        </Trouble>
      )}
      {state === 'cancelled' && (
        <Alert color="gray" variant="light" icon={<IconInfoCircle />} title="Cancelled">
          <Text fz="sm">
            {failure?.message ? `${failure.message} ` : ''}
            {keptText(run_list)} {hostsToRestore.length === 0 && 'Every host was restored.'}
          </Text>
          <ResumeButton experiment={experiment} />
        </Alert>
      )}
      {failedRuns.length > 0 && (
        <Trouble title={`${plural(failedRuns.length, 'run')} could not be measured`}>
          {groupByReason(failedRuns).map(({ names, failure: reason }) => (
            <div key={names}>
              <Text fz="sm" fw={550}>
                {names}
              </Text>
              <Reason failure={reason} />
            </div>
          ))}
        </Trouble>
      )}
    </>
  );
}

/** Whether the whole reason stands above as the headline, or below as that of the runs. */
const isSaid = (
  { code, message, log }: Failure,
  failedRuns: RunSummary[],
  headline: Experiment['headline'],
) =>
  (failedRuns.length > 0 && ['baseline_failed', 'no_candidate'].includes(code)) ||
  (!log && Boolean(headline?.sentence.includes(message)));

/** Hosts of an experiment that has ended which are not as they were. */
function useHostsToRestore({ state, hosts }: Experiment): Host[] {
  const { data } = useQuery({ ...hostsToRestoreQuery, enabled: !isUnfinished(state) && !isShared });
  if (isUnfinished(state)) return [];
  return (data ?? []).filter((host) => hosts.some(({ host_id }) => host_id === host.id));
}

/** One reason often affects several runs: it is given once. */
function groupByReason(runs: RunSummary[]): { names: string; failure: Failure }[] {
  const byReason = new Map<string, { names: string[]; failure: Failure }>();
  for (const { name, failure } of runs) {
    if (!failure) continue;
    const key = `${failure.code} ${failure.message}`;
    const group = byReason.get(key);
    if (group) group.names.push(name);
    else byReason.set(key, { names: [name], failure });
  }
  return [...byReason.values()].map(({ names, failure }) => ({ names: names.join(', '), failure }));
}

function keptText(runs: RunSummary[]): string {
  const trialCount = runs.reduce((sum, run) => sum + run.trials_done, 0);
  if (trialCount > 0) return `What was measured until then is kept: ${plural(trialCount, 'valid trial')}.`;
  const hasEnded = runs.some((run) => run.trials_invalid + run.trials_failed > 0);
  return hasEnded ? 'No trial is valid.' : 'No trial had been measured.';
}

function Trouble({ title, children }: { title: string; children: ReactNode }) {
  return (
    <DangerAlert title={title}>
      <Stack gap="sm">{children}</Stack>
    </DangerAlert>
  );
}

function Reason({ failure: { code, message, host, log } }: { failure: Failure }) {
  return (
    <Stack gap={6}>
      <Text fz="sm">
        {capital(message)}{' '}
        <Small span className="dyno-mono">
          {host ? `${code} on ${host}` : code}
        </Small>
      </Text>
      {log && <CodeBlock text={log} label="End of the log" wrap maxHeight={220} />}
    </Stack>
  );
}
