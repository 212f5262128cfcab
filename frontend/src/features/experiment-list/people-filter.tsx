import { Group } from '@mantine/core';

import { Toggle } from '@/components/ui/navigation/toggle';
import { valuesOf, withOnly } from '@/components/words/search';

import type { FilterProps } from './filter-chips';

/** One's own experiments, and those whose notes mention one; both are written into the search. */
export function PeopleFilter({ q, onChange }: FilterProps) {
  const toggle = (key: string, label: string) => (
    <Toggle
      on={valuesOf(q, key).includes('me')}
      label={label}
      onChange={(on) => onChange(withOnly(q, key, on ? 'me' : null))}
    />
  );
  return (
    <Group gap={6} wrap="nowrap" role="group" aria-label="Whose">
      {toggle('by', 'Mine')}
      {toggle('mentions', 'Mentions me')}
    </Group>
  );
}
