import { SimpleGrid, TextInput } from '@mantine/core';

import { DEFAULT_TOOL } from '@/components/words/tools';

import type { WorkloadSpec } from '../draft/definition';
import { replaceWorkload, setWorkload } from '../edits/edits';
import { useEditor } from '../draft/editor-context';
import { isSearch } from '../edits/load-edits';
import { NumberField } from '../fields/number-field';
import { messageAt, placeOf } from '../draft/problems';

import { ThreadField } from './thread-field';
import { hasTimeout, type Switched } from './tool-switch';
import { useTool } from './use-tools';
import { WorkloadLength } from './workload-length';

interface WorkloadFieldsProps {
  workload: WorkloadSpec;
  index: number;
  onSwitch: (result: Switched) => void;
}

/** The fields that the workload's tool has. */
export function WorkloadFields({ workload, index, onSwitch }: WorkloadFieldsProps) {
  const { definition, edit, problems } = useEditor();
  const tool = useTool(workload.tool ?? DEFAULT_TOOL);
  const at = (...keys: string[]) =>
    messageAt(problems, ...keys.map((key) => placeOf(['workloads', index, key])));
  const set = (fields: Partial<WorkloadSpec>) => edit((old) => setWorkload(old, index, fields));
  const timeoutError = at('timeout', 'timeout_s');
  return (
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
      <ThreadField
        value={workload.threads}
        tool={tool}
        onChange={(threads) => set({ threads })}
        error={at('threads')}
      />
      <WorkloadLength
        workload={workload}
        tool={tool}
        onChange={(next) => edit((old) => replaceWorkload(old, index, next))}
        onSwitch={onSwitch}
        error={at('duration', 'duration_s', 'requests')}
      />
      <TextInput
        label="Path"
        description="requested repeatedly"
        value={workload.path ?? '/'}
        onChange={(event) => set({ path: event.currentTarget.value })}
        error={at('path')}
      />
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
      <TextInput
        label="Name"
        description="of this workload"
        value={workload.name ?? 'default'}
        onChange={(event) => set({ name: event.currentTarget.value })}
        error={at('name')}
      />
    </SimpleGrid>
  );
}
