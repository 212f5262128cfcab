import { Button, Group } from '@mantine/core';
import { IconX } from '@tabler/icons-react';

import { searchWords, without } from '@/components/words/search';

export interface FilterProps {
  /** The search as written. */
  q: string;
  onChange: (q: string) => void;
}

/** Each condition of the search, to be taken away with one press. */
export function FilterChips({ q, onChange }: FilterProps) {
  const words = searchWords(q);
  if (!words.some(({ key }) => key)) return null;
  return (
    <Group gap={6} role="group" aria-label="Conditions">
      {words.map(
        ({ key, text }, n) =>
          key && (
            <Button
              key={text}
              size="compact-xs"
              radius="xl"
              variant="light"
              rightSection={<IconX size={12} />}
              aria-label={`Remove ${text}`}
              onClick={() => onChange(without(q, n))}
            >
              {text}
            </Button>
          ),
      )}
      <Button size="compact-xs" variant="subtle" color="gray" onClick={() => onChange('')}>
        Clear
      </Button>
    </Group>
  );
}
