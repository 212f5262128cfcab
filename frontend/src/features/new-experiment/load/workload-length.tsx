import { SegmentedControl } from '@mantine/core';

import type { ToolInfo } from '@/api/types';
import { NumberField } from '@/components/ui/dialogs/number-field';

import type { WorkloadSpec } from '../draft/definition';

import { type End, shownEnd, switchEnd, type Switched, withEnd } from './tool-switch';

interface WorkloadLengthProps {
  workload: WorkloadSpec;
  tool?: ToolInfo;
  onChange: (workload: WorkloadSpec) => void;
  onSwitch: (result: Switched) => void;
  error?: string;
}

const ENDS: Record<End, string> = { duration: 'time', requests: 'requests' };

/** How long one trial is: by time or by requests, as the tool has it. */
export function WorkloadLength({ workload, tool, onChange, onSwitch, error }: WorkloadLengthProps) {
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
