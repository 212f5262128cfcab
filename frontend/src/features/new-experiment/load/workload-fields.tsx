import { SimpleGrid, TextInput, SegmentedControl } from '@mantine/core';

import { NumberField } from '@/components/ui/dialogs/number-field';
import { DEFAULT_TOOL } from '@/components/words/tools';
import type { ToolInfo } from '@/api/types';

import type { WorkloadSpec } from '../draft/definition';
import { replaceWorkload, setWorkload } from '../edits/edits';
import { useEditor } from '../draft/editor-context';
import { changeLoad, questionOf } from '../edits/load-edits';
import { messageAt, placeOf } from '../draft/problems';

import { mixOf, mixWords } from './mix-lines';
import { type Switched, type End, shownEnd, switchEnd, withEnd } from './tool-switch';
import { useTool } from './use-tools';

interface WorkloadFieldsProps {
  workload: WorkloadSpec;
  index: number;
  onSwitch: (result: Switched) => void;
}

/** How many connections, how long, and what is asked for. */
export function WorkloadFields({ workload, index, onSwitch }: WorkloadFieldsProps) {
  const { definition, edit, problems } = useEditor();
  const tool = useTool(workload.tool ?? DEFAULT_TOOL);
  const at = (...keys: string[]) =>
    messageAt(problems, ...keys.map((key) => placeOf(['workloads', index, key])));
  const set = (fields: Partial<WorkloadSpec>) => edit((old) => setWorkload(old, index, fields));
  const mix = mixOf(workload);
  const question = questionOf(definition);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="md">
      {question !== 'connections' && (
        <NumberField
          label="Connections"
          description="open at the same time, 1 … 65535"
          min={1}
          value={workload.connections ?? 16}
          onChange={(connections) => set(changeLoad(workload, 'connections', connections))}
          error={at('connections')}
        />
      )}
      {question !== 'rate' && (tool?.open_loop || at('rate')) && (
        <NumberField
          label="Rate"
          description="requests/s, or 70% of the ceiling"
          value={workload.rate ?? ''}
          onChange={(rate) => set(changeLoad(workload, 'rate', rate))}
          error={at('rate', 'rate_share')}
        />
      )}
      <WorkloadLength
        workload={workload}
        tool={tool}
        onChange={(next) => edit((old) => replaceWorkload(old, index, next))}
        onSwitch={onSwitch}
        error={at('duration', 'duration_s', 'requests')}
      />
      <TextInput
        label="Path"
        description={mix.length > 0 ? 'see Requests in more settings' : 'requested repeatedly'}
        value={mix.length > 0 ? mixWords(mix) : (workload.path ?? '/')}
        readOnly={mix.length > 0}
        onChange={(event) => set({ path: event.currentTarget.value })}
        error={at('path')}
      />
    </SimpleGrid>
  );
}

interface WorkloadLengthProps {
  workload: WorkloadSpec;
  tool?: ToolInfo;
  onChange: (workload: WorkloadSpec) => void;
  onSwitch: (result: Switched) => void;
  error?: string;
}

const ENDS: Record<End, string> = { duration: 'time', requests: 'requests' };

/** How long one trial is: by time or by requests, as the tool has it. */
function WorkloadLength({ workload, tool, onChange, onSwitch, error }: WorkloadLengthProps) {
  const end = shownEnd(workload, tool);
  const byRequests = end === 'requests';
  const ends = tool?.ends_by ?? [];
  return (
    <div>
      <NumberField
        label={byRequests ? 'Requests of a trial' : 'Time of a trial'}
        description={byRequests ? 'at least as many as connections' : 'whole seconds, 1 … 3600'}
        unit={byRequests ? undefined : 's'}
        min={1}
        isGrouped={byRequests}
        value={(byRequests ? workload.requests : workload.duration_s) ?? undefined}
        onChange={(value) => onChange(withEnd(workload, end, value))}
        error={error}
      />
      {ends.length > 1 && (
        <SegmentedControl
          mt={6}
          aria-label="A trial ends by"
          value={end}
          onChange={(next) => onSwitch(switchEnd(workload, next as End))}
          data={[...ends].sort().map((value) => ({ value, label: ENDS[value] }))}
        />
      )}
    </div>
  );
}
