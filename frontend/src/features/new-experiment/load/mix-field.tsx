import { Group, Input, SegmentedControl, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';

import { DEFAULT_TOOL } from '@/components/words/tools';
import { count } from '@/components/words/format';
import { Muted } from '@/components/ui/labels/texts';
import { PlainButton } from '@/components/ui/navigation/buttons';

import { FieldProblem } from '../fields/field-problem';
import type { WorkloadSpec } from '../draft/definition';
import { useEditor } from '../draft/editor-context';
import { isBelow, messageAt, placeOf } from '../draft/problems';

import { type MixRow, mixOf } from './mix-lines';
import { MixPaste } from './mix-paste';
import { MixRowFields } from './mix-row';
import { useTool } from './use-tools';

/** Rows that are drawn; longer lists are edited as text. */
const MAX_ROWS = 50;

interface MixFieldProps {
  workload: WorkloadSpec;
  index: number;
  onChange: (fields: Partial<WorkloadSpec>) => void;
}

/** Several requests with weights instead of one path; what is wrong with one stands at its row. */
export function MixField({ workload, index, onChange }: MixFieldProps) {
  const { problems } = useEditor();
  const tool = useTool(workload.tool ?? DEFAULT_TOOL);
  const [isPasting, setPasting] = useState(false);
  const rows = mixOf(workload);
  const place = placeOf(['workloads', index, 'mix']);
  const whole = messageAt(problems, place, placeOf(['workloads', index, 'order']));
  const errorAt = (at: number) =>
    problems.find((problem) => isBelow(problem.place, `${place}[${at}]`))?.message;
  const put = (next: MixRow[]) =>
    onChange(
      next.length > 0
        ? { mix: next as WorkloadSpec['mix'], path: undefined }
        : { mix: undefined, order: undefined },
    );
  if (rows.length === 0 && !tool?.mix) return null;
  return (
    <div role="group" aria-label="Requests">
      <Input.Label labelElement="div">Requests</Input.Label>
      <Input.Description mb={6}>
        {rows.length > 0
          ? 'sent in one sequence, each as often as its weight says'
          : 'several with weights, instead of the path'}
      </Input.Description>
      <Stack gap="xs">
        {rows.slice(0, MAX_ROWS).map((row, at) => (
          <MixRowFields
            key={at}
            row={row}
            number={at + 1}
            error={errorAt(at)}
            onChange={(next) => put(rows.toSpliced(at, 1, next))}
            onRemove={() => put(rows.toSpliced(at, 1))}
          />
        ))}
        {rows.length > MAX_ROWS && (
          <Muted>and {count(rows.length - MAX_ROWS)} more; edit them as a list</Muted>
        )}
        <FieldProblem text={whole} />
        {isPasting ? (
          <MixPaste
            rows={rows}
            onUse={(next) => {
              put(next);
              setPasting(false);
            }}
            onClose={() => setPasting(false)}
          />
        ) : (
          <Group gap="xs">
            <PlainButton
              size="xs"
              leftSection={<IconPlus size={14} />}
              onClick={() => put([...rows, { path: rows.length > 0 ? '/' : (workload.path ?? '/') }])}
            >
              Add a request
            </PlainButton>
            <PlainButton size="xs" onClick={() => setPasting(true)}>
              {rows.length > 0 ? 'Edit as a list' : 'Paste a list'}
            </PlainButton>
            {rows.length > 1 && (
              <SegmentedControl
                size="xs"
                aria-label="Order of the requests"
                value={workload.order ?? 'shuffled'}
                onChange={(order) => onChange({ order: order === 'given' ? 'given' : undefined })}
                data={[
                  { value: 'shuffled', label: 'shuffled' },
                  { value: 'given', label: 'as listed' },
                ]}
              />
            )}
          </Group>
        )}
      </Stack>
    </div>
  );
}
