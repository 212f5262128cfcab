import { Select } from '@mantine/core';

import type { ToolInfo } from '@/api/types';
import { NumberField } from '@/components/ui/dialogs/number-field';

import type { WorkloadSpec } from '../draft/definition';

const WORDS: Record<string, string> = { h1: 'HTTP/1.1', h2: 'HTTP/2' };

interface ProtocolFieldsProps {
  workload: WorkloadSpec;
  tool?: ToolInfo;
  onChange: (fields: Partial<WorkloadSpec>) => void;
  errorAt: (key: string) => string | undefined;
}

/** Protocol and streams, of a tool that speaks more than HTTP/1. */
export function ProtocolFields({ workload, tool, onChange, errorAt }: ProtocolFieldsProps) {
  const { protocols = [] } = tool ?? {};
  const [usual] = protocols;
  const { protocol = usual, streams } = workload;
  if (!usual) return null;
  return (
    <>
      <Select
        label="Protocol"
        description="a trial in another one fails"
        data={protocols.map((value) => ({ value, label: WORDS[value] ?? value }))}
        value={protocol}
        allowDeselect={false}
        onChange={(value) =>
          onChange({
            protocol: (value ?? undefined) as WorkloadSpec['protocol'],
            streams: value === 'h2' ? streams : undefined,
          })
        }
        error={errorAt('protocol')}
      />
      {(protocol === 'h2' || streams != null) && (
        <NumberField
          label="Streams"
          description="open requests of each connection"
          min={1}
          value={streams ?? 1}
          onChange={(value) => onChange({ streams: value })}
          error={errorAt('streams')}
        />
      )}
    </>
  );
}
