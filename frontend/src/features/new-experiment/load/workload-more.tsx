import { SimpleGrid, Stack, TextInput } from '@mantine/core';

import { NumberField, type Typed } from '@/components/ui/dialogs/number-field';
import { Section } from '@/components/ui/layout/section';
import { DEFAULT_TOOL } from '@/components/words/tools';
import type { ToolInfo } from '@/api/types';

import { LogUpload } from '../access-log/log-upload';
import type { WorkloadSpec } from '../draft/definition';
import { useEditor } from '../draft/editor-context';
import { messageAt, placeOf } from '../draft/problems';
import { replaceWorkload, setWorkload } from '../edits/edits';

import { HeadersField } from './headers-field';
import { HoldFields } from './hold-fields';
import { ProtocolFields } from './protocol-fields';
import { MixField } from './mix-field';
import { hasTimeout, rangeWords } from './tool-switch';
import { useTool } from './use-tools';

/** The settings of a workload that few people change. */
export function WorkloadMore({ workload, index }: { workload: WorkloadSpec; index: number }) {
  const { definition, edit, problems } = useEditor();
  const tool = useTool(workload.tool ?? DEFAULT_TOOL);
  const at = (...keys: string[]) =>
    messageAt(problems, ...keys.map((key) => placeOf(['workloads', index, key])));
  const set = (fields: Partial<WorkloadSpec>) => edit((old) => setWorkload(old, index, fields));
  const timeoutError = at('timeout', 'timeout_s');
  const several = definition.workloads.length > 1;
  return (
    <Section
      title={several ? `Workload ${index + 1}` : 'Workload'}
      subtitle={workload.name}
      id={`more-${index}`}
    >
      <Stack gap="lg">
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="md">
          <ThreadField
            value={workload.threads}
            tool={tool}
            onChange={(threads) => set({ threads })}
            error={at('threads')}
          />
          {(tool?.parallel || at('processes')) && (
            <NumberField
              label="Processes"
              description="of the load tool, started together; they share the connections"
              min={1}
              value={workload.processes ?? 1}
              onChange={(processes) => set({ processes: Number(processes) === 1 ? undefined : processes })}
              error={at('processes')}
            />
          )}
          {(tool?.parallel || at('hosts')) && (
            <TextInput
              label="Load hosts"
              description="of the testbed: a number, or all; they share the connections"
              value={String(workload.hosts ?? 1)}
              onChange={({ currentTarget: { value } }) => set({ hosts: hostCount(value) })}
              error={at('hosts')}
            />
          )}
          <TextInput
            label="Host header"
            description="left empty: the target’s address"
            placeholder="www.example.com"
            value={workload.host ?? ''}
            onChange={(event) => set({ host: event.currentTarget.value || undefined })}
            error={at('host')}
          />
          {(hasTimeout(workload.tool) || timeoutError) && (
            <NumberField
              label="Timeout"
              description="slower answers count as timeouts"
              unit="s"
              min={1}
              value={workload.timeout_s ?? 2}
              onChange={(timeout_s) => set({ timeout_s })}
              error={timeoutError}
            />
          )}
          <HoldFields workload={workload} onChange={set} errorAt={at} />
          <ProtocolFields workload={workload} tool={tool} onChange={set} errorAt={at} />
          <TextInput
            label="Name"
            description="of this workload"
            value={workload.name ?? 'default'}
            onChange={(event) => set({ name: event.currentTarget.value })}
            error={at('name')}
          />
        </SimpleGrid>
        <MixField workload={workload} index={index} onChange={set} />
        <HeadersField index={index} headers={workload.headers} onChange={(headers) => set({ headers })} />
        <LogUpload
          workload={workload}
          canMix={Boolean(tool?.mix)}
          onChange={(next) => edit((old) => replaceWorkload(old, index, next))}
          error={at('site')}
        />
      </Stack>
    </Section>
  );
}

/** As it is typed; what is neither a number nor “all” the plan refuses. */
function hostCount(text: string): WorkloadSpec['hosts'] {
  const value = text.trim();
  if (value === '1') return undefined;
  return (/^\d+$/.test(value) ? Number(value) : value) as WorkloadSpec['hosts'];
}

interface ThreadFieldProps {
  value: Typed | undefined;
  tool?: ToolInfo;
  onChange: (value: Typed) => void;
  error?: string;
}

/** Threads of the load tool; one that takes a single number of them leaves nothing to type. */
function ThreadField({ value = 1, tool, onChange, error }: ThreadFieldProps) {
  const { minimum = 1, maximum = undefined } = tool?.threads ?? {};
  const isFixed = minimum === maximum;
  return (
    <NumberField
      label="Threads"
      description={
        tool
          ? isFixed
            ? `${tool.label} always has ${rangeWords(tool.threads)}`
            : `of the load tool, ${rangeWords(tool.threads)}; they need CPUs`
          : 'of the load tool; they need CPUs'
      }
      min={1}
      value={value}
      onChange={onChange}
      // A wrong number from elsewhere can be put right.
      disabled={isFixed && Number(value) === minimum}
      error={error}
    />
  );
}
