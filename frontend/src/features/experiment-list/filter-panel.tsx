import { Autocomplete, Checkbox, Group, Paper, Select, SimpleGrid, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { hostsQuery } from '@/api/queries/hosts';
import { tagsQuery } from '@/api/queries/annotations';
import { peopleQuery } from '@/api/queries/people';
import { knobsQuery, recipesQuery } from '@/api/queries/recipes';
import { searchWords, valuesOf, without, withOnly, withWord } from '@/components/words/search';
import { PlainButton } from '@/components/ui/navigation/buttons';

import type { FilterProps } from './filter-chips';

const VERDICTS = ['better', 'worse', 'same', 'unclear'];
const ORIGINS = [
  { value: 'measured', label: 'measured here' },
  { value: 'imported', label: 'imported' },
];
const MAKERS = [
  { value: 'me', label: 'me' },
  { value: 'token', label: 'the dashboard’s token' },
];
const ARCHIVE = [
  { value: 'include', label: 'the archive too' },
  { value: 'only', label: 'only the archive' },
];

/** Conditions to choose instead of to type; each one is written into the search. */
export function FilterPanel({ q, onChange }: FilterProps) {
  const tags = useQuery(tagsQuery);
  const hosts = useQuery(hostsQuery);
  const recipes = useQuery(recipesQuery);
  const people = useQuery(peopleQuery);
  const makers = (people.data ?? []).map(({ login, name }) => ({ value: login, label: name }));
  const only = (key: string) => ({
    value: valuesOf(q, key)[0] ?? null,
    onChange: (value: string | null) => onChange(withOnly(q, key, value)),
    clearable: true,
    placeholder: 'any',
    size: 'xs' as const,
  });
  return (
    <Paper p="md">
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
        <Select
          {...only('tag')}
          label="Tag"
          value={null}
          searchable
          placeholder={tags.data?.length === 0 ? 'no tags yet' : 'add one'}
          data={(tags.data ?? []).map(({ tag, count }) => ({ value: tag, label: `${tag} (${count})` }))}
          onChange={(tag) => tag && onChange(withWord(q, 'tag', tag))}
        />
        <Select {...only('host')} label="Host" searchable data={(hosts.data ?? []).map(({ name }) => name)} />
        <Select {...only('verdict')} label="Verdict in requests per second" data={VERDICTS} />
        <Select
          {...only('recipe')}
          label="Recipe"
          searchable
          data={(recipes.data ?? []).map(({ slug, title }) => ({ value: slug, label: title }))}
        />
        <Day q={q} onChange={onChange} name="after" label="Launched from" />
        <Day q={q} onChange={onChange} name="until" label="Launched until" />
        <Select {...only('by')} label="Made by" searchable data={[...MAKERS, ...makers]} />
        <Select {...only('origin')} label="Where from" data={ORIGINS} />
        <Select {...only('archived')} label="Archive" placeholder="left out" data={ARCHIVE} />
      </SimpleGrid>
      <Group mt="sm" align="flex-end" gap="md">
        <KnobFilter q={q} onChange={onChange} />
        <Starred q={q} onChange={onChange} />
      </Group>
    </Paper>
  );
}

function Day({ q, onChange, name, label }: FilterProps & { name: string; label: string }) {
  return (
    <TextInput
      type="date"
      size="xs"
      label={label}
      value={valuesOf(q, name)[0] ?? ''}
      onChange={(event) => onChange(withOnly(q, name, event.currentTarget.value))}
    />
  );
}

function KnobFilter({ q, onChange }: FilterProps) {
  const knobs = useQuery(knobsQuery);
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  const add = () => {
    onChange(withWord(q, 'knob', value.trim() ? `${name.trim()}=${value.trim()}` : name.trim()));
    setName('');
    setValue('');
  };
  return (
    <Group
      component="form"
      gap="xs"
      align="flex-end"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim()) add();
      }}
    >
      <Autocomplete
        size="xs"
        label="Knob"
        placeholder="nginx.worker_processes"
        w={230}
        limit={8}
        data={(knobs.data ?? []).map((knob) => knob.name)}
        value={name}
        onChange={setName}
      />
      <TextInput
        size="xs"
        label="Value"
        placeholder="any"
        w={100}
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
      />
      <PlainButton size="xs" type="submit" disabled={!name.trim()}>
        Add
      </PlainButton>
    </Group>
  );
}

function Starred({ q, onChange }: FilterProps) {
  const at = searchWords(q).findIndex(({ key, value }) => key === 'is' && value === 'starred');
  return (
    <Checkbox
      size="sm"
      mb={6}
      label="Starred only"
      checked={at >= 0}
      onChange={() => onChange(at >= 0 ? without(q, at) : withWord(q, 'is', 'starred'))}
    />
  );
}
