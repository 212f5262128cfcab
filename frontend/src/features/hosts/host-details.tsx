import { Box, Grid, Group, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { hostQuery } from '@/api/queries/hosts';
import type { HostDetail } from '@/api/types';
import { ago, dateTime } from '@/components/words/format';
import { HostLabels } from '@/components/domain/host-labels';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { KeyValue } from '@/components/ui/layout/key-value';
import { TextLink } from '@/components/ui/navigation/links';
import { CardSkeleton } from '@/components/ui/feedback/loading';
import { Pill, type Tone } from '@/components/ui/labels/pill';
import { Section } from '@/components/ui/layout/section';
import { figureHeads, PlainTable } from '@/components/ui/layout/plain-table';

import { DrainHost, RemoveHost } from './retire-host';
import { KernelSettings } from './kernel-settings';
import { factRows } from './host-facts';
import { AbilitiesSection, SandboxSection, ServersSection } from './abilities';

/** Everything known about one host, and its newest jobs. */
export function HostDetails({ id }: { id: string }) {
  const { data: host, isPending, isError, error, refetch } = useQuery(hostQuery(id));
  if (isPending) return <CardSkeleton lines={8} />;
  if (isError) return <ErrorState error={error} failedPart="this host" onRetry={() => void refetch()} />;
  return (
    <Grid>
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Section
          title={host.name}
          subtitle="— facts"
          tools={
            <Group gap="xs">
              <DrainHost host={host} />
              <RemoveHost host={host} />
            </Group>
          }
          caption={`Agent ${host.version}, host ${host.id}, known since ${dateTime(host.created_at)}`}
        >
          <Box mah={1200} style={{ overflowY: 'auto' }} tabIndex={0} role="group" aria-label="Facts">
            <KeyValue label={`Facts of ${host.name}`} rows={factRows(host.facts)} />
          </Box>
        </Section>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Stack gap="md">
          <HostLabels host={host} />
          <AbilitiesSection host={host} />
          <ServersSection host={host} />
          <SandboxSection host={host} />
          <KernelSettings host={host} />
          <Section title="Jobs" subtitle="— newest first">
            <Jobs jobs={host.jobs} />
          </Section>
        </Stack>
      </Grid.Col>
    </Grid>
  );
}

const TONES: Record<string, Tone> = {
  done: 'better',
  failed: 'danger',
  lost: 'danger',
  sent: 'accent',
  pending: 'outline',
};

function Jobs({ jobs }: { jobs: HostDetail['jobs'] }) {
  if (jobs.length === 0)
    return <EmptyState plain title="No job yet" text="The first experiment on this host brings some." />;
  return (
    <PlainTable
      label="Jobs of this host"
      heads={['Job', 'State', 'Experiment', ...figureHeads('Asked')]}
      minWidth={420}
      scroll={{ mah: 520 }}
    >
      {jobs.map((job) => (
        <Table.Tr key={job.id}>
          <Table.Td>
            {job.kind}
            {job.failure_message && (
              <Text fz="xs" c="var(--dyno-danger)">
                {job.failure_message}
              </Text>
            )}
          </Table.Td>
          <Table.Td>
            <Pill tone={TONES[job.state] ?? 'neutral'}>{job.state}</Pill>
          </Table.Td>
          <Table.Td>
            {job.experiment_id ? (
              <TextLink to="/experiments/$id" params={{ id: job.experiment_id }} className="dyno-mono">
                {job.experiment_id}
              </TextLink>
            ) : (
              '–'
            )}
          </Table.Td>
          <Table.Td ta="right" c="dimmed" title={dateTime(job.created_at)}>
            {ago(job.created_at)}
          </Table.Td>
        </Table.Tr>
      ))}
    </PlainTable>
  );
}
