import { Group } from '@mantine/core';

import { searchWords, valuesOf, withOnly, without } from '@/components/words/search';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { ButtonLink } from '@/components/ui/navigation/links';
import { PlainButton } from '@/components/ui/navigation/buttons';

import type { FilterProps } from './filter-chips';

/** Why the list is empty, and what to change. */
export function Nothing({ q, onChange }: FilterProps) {
  const words = searchWords(q);
  if (words.length === 0) {
    return (
      <EmptyState
        plain
        title="No experiment yet"
        text="An experiment compares variants of nginx on a testbed: what differs, and how sure that is."
        action={<ButtonLink to="/new">New experiment</ButtonLink>}
      />
    );
  }
  const several = words.length > 1;
  const archive = valuesOf(q, 'archived').length === 0 && !valuesOf(q, 'is').includes('archived');
  return (
    <EmptyState
      plain
      title="No experiment matches"
      text={
        several
          ? 'Remove a filter, or include archived experiments:'
          : 'Names, notes, descriptions, variants and sources were searched. Try fewer letters, or include archived experiments:'
      }
      action={
        <Group gap="xs" justify="center">
          {several &&
            words.map(({ text }, n) => (
              <PlainButton key={text} size="xs" onClick={() => onChange(without(q, n))}>
                Without {text}
              </PlainButton>
            ))}
          {archive && (
            <PlainButton size="xs" onClick={() => onChange(withOnly(q, 'archived', 'include'))}>
              Include archived experiments
            </PlainButton>
          )}
          <PlainButton size="xs" onClick={() => onChange('')}>
            Show all
          </PlainButton>
        </Group>
      }
    />
  );
}
