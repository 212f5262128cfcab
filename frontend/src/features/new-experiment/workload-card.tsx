import { ActionIcon, SegmentedControl, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';

import { Section } from '@/components/ui/section';

import type { WorkloadSpec } from './definition';
import { removeWorkload, setEnd, setTool, setWorkload } from './edits';
import { useEditor } from './editor-context';
import { isSearch } from './load-edits';
import { NumberField } from './number-field';
import { messageAt, placeOf } from './problems';

const LIMITS = {
  wrk: 'wrk runs for a time, not for a number of requests. Connections must be a multiple of threads; percentiles go up to p99.99.',
  ab: 'ab has one thread and ends by a number of requests or by time. Its times are whole milliseconds, and it becomes the limit early.',
};

/** One load: tool, connections, how long, and what is asked for. */
export function WorkloadCard({ workload, index }: { workload: WorkloadSpec; index: number }) {
  const { definition, edit, problems } = useEditor();
  const { tool = 'wrk', keepalive = true } = workload;
  const at = (...keys: string[]) =>
    messageAt(problems, ...keys.map((key) => placeOf(['workloads', index, key])));
  const set = (fields: Partial<WorkloadSpec>) => edit((old) => setWorkload(old, index, fields));
  const whole = messageAt(problems, placeOf(['workloads', index]));
  const several = definition.workloads.length > 1;
  return (
    <Section
      title={several ? `Workload ${index + 1}` : 'Workload'}
      subtitle={workload.name}
      id={`workload-${index}`}
      aside={
        several && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Remove workload ${workload.name ?? index + 1}`}
            onClick={() => edit((old) => removeWorkload(old, index))}
          >
            <IconTrash size={16} />
          </ActionIcon>
        )
      }
    >
      <Stack gap="md">
        {whole && (
          <Text fz="sm" c="var(--dyno-danger)" role="alert">
            {whole}
          </Text>
        )}
        <div>
          <SegmentedControl
            aria-label="Load tool"
            value={tool}
            onChange={(next) => edit((old) => setTool(old, index, next as 'wrk'))}
            data={['wrk', 'ab']}
          />
          <Text fz="sm" c="dimmed" mt={6}>
            {LIMITS[tool]}
          </Text>
          {at('tool') && (
            <Text fz="sm" c="var(--dyno-danger)" role="alert">
              {at('tool')}
            </Text>
          )}
        </div>
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="md">
          {!isSearch(definition) && (
            <NumberField
              label="Connections"
              description="open at the same time, 1 … 65535"
              min={1}
              value={workload.connections ?? 16}
              onChange={(connections) => set({ connections })}
              error={at('connections')}
            />
          )}
          {tool === 'wrk' && (
            <NumberField
              label="Threads"
              description="of the load tool; they need CPUs"
              min={1}
              value={workload.threads ?? 1}
              onChange={(threads) => set({ threads })}
              error={at('threads')}
            />
          )}
          <Length workload={workload} index={index} error={at('duration', 'duration_s', 'requests')} />
          <TextInput
            label="Path"
            description="asked for again and again"
            value={workload.path ?? '/'}
            onChange={(event) => set({ path: event.currentTarget.value })}
            error={at('path')}
          />
          <NumberField
            label="Timeout"
            description="later answers count as timeouts"
            unit="s"
            min={1}
            value={workload.timeout_s ?? 2}
            onChange={(timeout_s) => set({ timeout_s })}
            error={at('timeout', 'timeout_s')}
          />
          <TextInput
            label="Name"
            description="of this workload"
            value={workload.name ?? 'default'}
            onChange={(event) => set({ name: event.currentTarget.value })}
            error={at('name')}
          />
        </SimpleGrid>
        <Switch
          label="Keep-alive"
          description={
            keepalive ? 'Each connection takes many requests.' : 'Each request opens a connection of its own.'
          }
          checked={keepalive}
          onChange={(event) => set({ keepalive: event.currentTarget.checked })}
          error={at('keepalive')}
        />
      </Stack>
    </Section>
  );
}

/** How long one trial is: by time, or for ab by requests. */
function Length({ workload, index, error }: { workload: WorkloadSpec; index: number; error?: string }) {
  const { edit } = useEditor();
  const byRequests = workload.requests !== undefined;
  const put = (end: 'duration' | 'requests', value: string | number) =>
    edit((old) => setEnd(old, index, end, value));
  return (
    <div>
      <NumberField
        label={byRequests ? 'Requests of a trial' : 'Time of a trial'}
        description={byRequests ? 'at least as many as connections' : 'whole seconds, 1 … 3600'}
        unit={byRequests ? undefined : 's'}
        min={1}
        thousandSeparator={byRequests ? ' ' : undefined}
        value={byRequests ? workload.requests : workload.duration_s}
        onChange={(value) => put(byRequests ? 'requests' : 'duration', value)}
        error={error}
      />
      {workload.tool === 'ab' && (
        <SegmentedControl
          mt={6}
          aria-label="A trial ends by"
          value={byRequests ? 'requests' : 'duration'}
          onChange={(end) => put(end as 'duration', end === 'duration' ? 10 : 100_000)}
          data={[
            { value: 'duration', label: 'time' },
            { value: 'requests', label: 'requests' },
          ]}
        />
      )}
    </div>
  );
}
