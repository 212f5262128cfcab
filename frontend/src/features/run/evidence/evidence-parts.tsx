import { Box, Stack } from '@mantine/core';

import { hidesHosts } from '@/api/share';
import type { Run, TrialDetail } from '@/api/types';
import { plural } from '@/components/words/format';
import { CodeBlock } from '@/components/ui/code/code-block';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { KeyValue } from '@/components/ui/layout/key-value';
import { Dimmed, Subhead } from '@/components/ui/labels/texts';

import { FactsTable } from './facts-table';
import { RawOutput } from './raw-output';

export type EvidenceTab = 'effective' | 'output' | 'facts';

interface EvidencePartProps {
  tab: EvidenceTab;
  run: Run;
  trial?: TrialDetail;
}

/** The part of the evidence that its tab names; loaded when the section is opened. */
export default function EvidencePart({ tab, run, trial }: EvidencePartProps) {
  if (tab === 'effective') return <Effective run={run} />;
  if (tab === 'facts') return <FactsTable run={run} />;
  return trial ? <RawOutput trial={trial} /> : <EmptyState plain title="No trial was measured yet" />;
}

function Effective({ run: { setups } }: { run: Run }) {
  if (setups.length === 0)
    return <EmptyState plain title="Nothing is set up yet" text="The agents report it when nginx answers." />;
  return (
    <Stack gap="xl">
      {setups.map((setup) => (
        <Stack key={setup.key} gap="sm">
          <Subhead>
            {setup.role === 'proxy' ? 'Proxy' : 'Backend'} <Dimmed fw={400}>on {setup.host}</Dimmed>
          </Subhead>
          <Box maw={720}>
            <KeyValue
              label={`What was effective on ${setup.host}`}
              rows={[
                { key: 'Version', value: setup.version || '–' },
                { key: 'Listens at', value: setup.urls?.join(', ') || '–' },
                { key: 'CPUs asked for', value: setup.cpus_asked ?? 'any' },
                {
                  key: 'Workers, with the CPUs read back from the kernel',
                  value: setup.workers?.length
                    ? `${plural(setup.workers.length, 'worker')}: ${setup.workers.map(({ pid, cpus }) => `${pid} on ${cpus}`).join(', ')}`
                    : '–',
                },
              ]}
            />
          </Box>
          <CodeBlock
            text={
              setup.conf || (hidesHosts() ? 'Left out: the link shows no details of hosts' : 'Not reported')
            }
            label={`nginx.conf of ${setup.host} as read back`}
            copy
            maxHeight={420}
          />
        </Stack>
      ))}
    </Stack>
  );
}
