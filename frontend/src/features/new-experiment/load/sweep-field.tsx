import { Group, TextInput } from '@mantine/core';
import { useState } from 'react';

import { plural } from '@/components/words/format';
import { PlainButton } from '@/components/ui/navigation/buttons';
import { Form } from '@/components/ui/dialogs/form';

import { useEditor } from '../draft/editor-context';
import { parseLoads, sweepFieldOf, sweepLoads, sweptLoads } from '../edits/load-edits';

/** “50, 100, 200, 400”: a workload for each number, all else as in the first. */
export function SweepField() {
  const { definition, edit } = useEditor();
  const [text, setText] = useState(() => sweptLoads(definition).join(', '));
  const field = sweepFieldOf(definition);
  const loads = parseLoads(text, field);
  const isRate = field === 'rate';
  const wrong = text.trim() !== '' && loads === null;
  return (
    <Form onSubmit={async () => loads && edit((old) => sweepLoads(old, loads))}>
      <Group align="end" gap="sm">
        <TextInput
          label={isRate ? 'Sweep the rate' : 'Sweep connections'}
          description={`a workload for each number, all else as in the first; the page then draws curves over ${isRate ? 'the rate' : 'connections'}`}
          placeholder={isRate ? '500, 1000 or 50%, 70%, 90%' : '50, 100, 200, 400'}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          error={
            wrong &&
            `whole numbers above zero, separated by commas${isRate ? '; or all of them in percent of the baseline’s ceiling' : ''}`
          }
          style={{ flex: '1 1 260px' }}
        />
        <PlainButton type="submit" disabled={!loads}>
          {loads ? `Make ${plural(loads.length, 'workload')}` : 'Make workloads'}
        </PlainButton>
      </Group>
    </Form>
  );
}
