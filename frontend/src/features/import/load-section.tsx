import { Checkbox, NativeSelect, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core';

import { NumberField } from '@/components/ui/dialogs/number-field';
import { Section } from '@/components/ui/layout/section';
import { endsOnlyBy, toolNamed, TOOLS } from '@/components/words/tools';

import { isOpen, type LoadRow, missingOf, toolOf } from './assemble';
import type { LoadEdit } from './import-draft';
import type { Import } from './use-import';

const UNKNOWN = {
  connections: 'The source does not say how many connections',
  length: 'The source does not say how long trials were',
};
const NAMES = TOOLS.map(({ name }) => name);

/** What the load was: as read from the outputs, the rest to be typed. */
export function LoadSections({ state: { loads, edit } }: { state: Import }) {
  const set = (key: string, change: LoadEdit) =>
    edit((old) => ({ ...old, loads: { ...old.loads, [key]: { ...old.loads[key], ...change } } }));
  // what the first lacks is asked there, and taken from it
  const first = loads.find(({ guess }) => !guess.tool);
  const firstMissing = first ? missingOf(first) : [];
  return loads.map((load) => (
    <LoadSection
      key={load.key}
      load={load}
      missing={missingOf(load).filter((part) => !load.isAsFirst || !firstMissing.includes(part))}
      several={loads.length > 1}
      onChange={(change) => set(load.key, change)}
    />
  ));
}

interface LoadSectionProps {
  load: LoadRow;
  /** What is asked for here, in words. */
  missing: string[];
  several: boolean;
  onChange: (change: LoadEdit) => void;
}

function LoadSection({ load, missing, several, onChange }: LoadSectionProps) {
  const tool = toolOf(load);
  const facts = tool ? toolNamed(tool) : undefined;
  const { guess, edit } = load;
  const { unknown: unknownFields = [] } = edit;
  const keepalive = edit.keepalive ?? guess.keepalive ?? true;
  const number = (field: 'threads' | 'connections' | 'duration_s' | 'requests', label: string) => (
    <NumberField
      label={label}
      value={edit[field] ?? guess[field] ?? ''}
      onChange={(value) => onChange({ [field]: value })}
    />
  );
  return (
    <Section
      title={several ? `Workload “${load.name}”` : 'Workload'}
      subtitle={load.isAsFirst ? '— the rest as typed for the first' : '— what the load tool was asked to do'}
    >
      <Stack gap="sm">
        {missing.length > 0 && (
          <Text fz="sm" role="status">
            Not found in the input: {missing.join(', ')}. Enter it as reported by the source.
          </Text>
        )}
        <SimpleGrid cols={{ base: 2, sm: 3, md: 6 }}>
          <NativeSelect
            label="Tool"
            data={tool ? NAMES : [{ value: '', label: 'choose' }, ...NAMES]}
            value={tool ?? ''}
            onChange={(event) => onChange({ tool: event.currentTarget.value })}
          />
          {number('connections', 'Connections')}
          {facts?.threads.maximum !== 1 && number('threads', 'Threads')}
          {!endsOnlyBy(facts, 'duration') && number('requests', 'Requests')}
          {!endsOnlyBy(facts, 'requests') && number('duration_s', 'Duration, s')}
          <TextInput
            label="Path"
            value={String(edit.path ?? guess.path ?? '')}
            placeholder="/"
            onChange={(event) => onChange({ path: event.currentTarget.value })}
          />
          {several && (
            <TextInput
              label="Name"
              value={load.name}
              maxLength={80}
              onChange={(event) => onChange({ name: event.currentTarget.value })}
            />
          )}
        </SimpleGrid>
        {(['connections', 'length'] as const)
          .filter((field) => isOpen(load, field))
          .map((field) => (
            <Checkbox
              key={field}
              label={UNKNOWN[field]}
              checked={unknownFields.includes(field)}
              onChange={(event) => {
                const rest = unknownFields.filter((unknownField) => unknownField !== field);
                onChange({ unknown: event.currentTarget.checked ? [...rest, field] : rest });
              }}
            />
          ))}
        <Switch
          label="Keep-alive"
          description={
            edit.keepalive === undefined && guess.keepalive === null
              ? 'The text does not say; on is the usual.'
              : undefined
          }
          checked={keepalive}
          onChange={(event) => onChange({ keepalive: event.currentTarget.checked })}
        />
      </Stack>
    </Section>
  );
}
