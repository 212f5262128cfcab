import { Group, Stack, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { settingsQuery } from '@/api/queries/imports';
import { valueText } from '@/components/words/knobs';
import { Pill } from '@/components/ui/labels/pill';

import { settingsOf } from './assemble';

interface SettingsFieldProps {
  variant: string;
  value: string;
  onChange: (text: string) => void;
}

/** Settings as free text, one per line; those that are knobs are shown as such below. */
export function SettingsField({ variant, value, onChange }: SettingsFieldProps) {
  const [text] = useDebouncedValue(value, 350);
  const settings = settingsOf(text);
  const { data = [] } = useQuery({
    ...settingsQuery(settings),
    enabled: text.trim() !== '',
    placeholderData: keepPreviousData,
  });
  return (
    <Stack gap={4}>
      <Textarea
        aria-label={`Settings of ${variant}`}
        placeholder="worker_processes = 4"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        autosize
        minRows={1}
        maxRows={8}
        size="xs"
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12 } }}
      />
      {text.trim() !== '' && (
        <Group gap={4}>
          {data
            .filter(({ name }) => name in settings)
            .map(({ name, knob, value: canonical, problem }) =>
              knob ? (
                <Pill key={name} tone="accent" hint={`Kept as the knob ${knob}.`}>
                  {knob} {canonical === null ? '' : valueText(canonical)}
                </Pill>
              ) : (
                <Pill key={name} hint={`Kept as reported by the source: ${problem}`}>
                  {name}: as reported
                </Pill>
              ),
            )}
        </Group>
      )}
    </Stack>
  );
}
