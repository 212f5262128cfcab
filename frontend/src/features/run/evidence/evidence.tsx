import { Box, SegmentedControl, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';

import { hidesHosts } from '@/api/share';
import type { Run, TrialDetail } from '@/api/types';
import { plural } from '@/components/words/format';
import { CodeBlock } from '@/components/ui/code/code-block';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { KeyValue } from '@/components/ui/layout/key-value';
import { FoldedSection } from '@/components/ui/layout/folded-section';

import { RawOutput } from './raw-output';
import { FactsTable } from './facts-table';

const route = getRouteApi('/runs/$id');
const TABS = [
  { value: 'effective', label: 'As read back' },
  { value: 'output', label: 'Raw output' },
  { value: 'facts', label: 'Host facts' },
] as const;
type Tab = (typeof TABS)[number]['value'];

/** What the figures rest on: effective configuration, raw output, host facts. */
export function Evidence({ run, trial }: { run: Run; trial?: TrialDetail }) {
  const { tab = 'effective' } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <FoldedSection
      id="evidence"
      title="Evidence"
      subtitle="configuration as read back, raw output, host facts"
      params={['tab', 'q']}
      aside={
        <Box maw="100%" style={{ overflowX: 'auto' }}>
          <SegmentedControl
            aria-label="Evidence"
            data={[...TABS]}
            value={tab}
            onChange={(next) =>
              void navigate({
                search: (previous) => ({
                  ...previous,
                  tab: next === 'effective' ? undefined : (next as Tab),
                }),
                replace: true,
                resetScroll: false,
              })
            }
          />
        </Box>
      }
    >
      {tab === 'effective' && <Effective run={run} />}
      {tab === 'output' &&
        (trial ? <RawOutput trial={trial} /> : <EmptyState plain title="No trial was measured yet" />)}
      {tab === 'facts' && <FactsTable run={run} />}
    </FoldedSection>
  );
}

function Effective({ run: { setups } }: { run: Run }) {
  if (setups.length === 0)
    return <EmptyState plain title="Nothing is set up yet" text="The agents report it when nginx answers." />;
  return (
    <Stack gap="xl">
      {setups.map((setup) => (
        <Stack key={setup.key} gap="sm">
          <Text fw={600} fz="sm">
            {setup.role === 'proxy' ? 'Proxy' : 'Backend'}{' '}
            <Text span inherit fw={400} c="dimmed">
              on {setup.host}
            </Text>
          </Text>
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
