import { Stack, Switch, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';

import type { ToolInfo } from '@/api/types';
import { Section } from '@/components/ui/layout/section';
import { DEFAULT_TOOL } from '@/components/words/tools';
import { IconButton } from '@/components/ui/navigation/buttons';

import { FieldProblem } from '../fields/field-problem';
import type { WorkloadSpec } from '../draft/definition';
import { removeWorkload, replaceWorkload, setWorkload } from '../edits/edits';
import { useEditor } from '../draft/editor-context';
import { messageAt, placeOf } from '../draft/problems';

import { ToolChoice } from './tool-choice';
import { type Switched, switchTool } from './tool-switch';
import { useTool } from './use-tools';
import { WorkloadFields } from './workload-fields';

/** One load: tool, connections, how long a trial is, path and keep-alive. */
export function WorkloadCard({ workload, index }: { workload: WorkloadSpec; index: number }) {
  const { definition, edit, problems } = useEditor();
  const [note, setSaid] = useState<{ of?: string; words: string[] }>({ words: [] });
  const { tool = DEFAULT_TOOL, keepalive = true } = workload;
  const keepsConnections = useTool(tool)?.keeps_connections === true;
  const at = (key: string) => messageAt(problems, placeOf(['workloads', index, key]));
  const set = (fields: Partial<WorkloadSpec>) => edit((old) => setWorkload(old, index, fields));
  const take = ({ workload: next, sentences: words }: Switched) => {
    setSaid({ of: next.tool ?? DEFAULT_TOOL, words });
    edit((old) => replaceWorkload(old, index, next));
  };
  const whole = messageAt(problems, placeOf(['workloads', index]));
  const several = definition.workloads.length > 1;
  return (
    <Section
      title={several ? `Workload ${index + 1}` : 'Workload'}
      subtitle={workload.name}
      id={`workload-${index}`}
      aside={several && <Remove workload={workload} index={index} />}
    >
      <Stack gap="lg">
        <ToolChoice
          value={tool}
          onChange={(next: ToolInfo) => take(switchTool(workload, next))}
          error={at('tool')}
        />
        <Text fz="sm" role="status" hidden={note.of !== tool || note.words.length === 0}>
          {note.of === tool && note.words.join(' ')}
        </Text>
        <FieldProblem text={whole} />
        <WorkloadFields workload={workload} index={index} onSwitch={take} />
        <Switch
          label="Keep-alive"
          description={
            keepalive ? 'Each connection takes many requests.' : 'Each request opens a connection of its own.'
          }
          checked={keepalive}
          // A wrong value from elsewhere can be put right.
          disabled={keepsConnections && keepalive}
          onChange={(event) => set({ keepalive: event.currentTarget.checked })}
          error={at('keepalive')}
        />
      </Stack>
    </Section>
  );
}

function Remove({ workload, index }: { workload: WorkloadSpec; index: number }) {
  const { edit } = useEditor();
  return (
    <IconButton
      aria-label={`Remove workload ${workload.name ?? index + 1}`}
      onClick={() => edit((old) => removeWorkload(old, index))}
    >
      <IconTrash size={16} />
    </IconButton>
  );
}
