import { Anchor, Code, Group, List, Popover, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';

import type { ApiError } from '@/api/errors';
import { DocsLink } from '@/components/ui/navigation/docs-link';
import { useUrlParam } from '@/components/ui/navigation/use-url-param';
import { PlainButton } from '@/components/ui/navigation/buttons';

const WAIT_MS = 250;

interface SearchLineProps {
  q: string;
  onChange: (q: string) => void;
  /** Why the server cannot read it. */
  problem?: ApiError;
}

/** One box for everything that can be looked for; it goes into the address when typing pauses. */
export function SearchLine({ q, onChange, problem }: SearchLineProps) {
  const [filters, setFilters] = useUrlParam('filters');
  const [box, setBox] = useState({ typed: q, sent: q });
  if (box.sent !== q) setBox({ typed: q, sent: q }); // changed elsewhere: a chip, a filter, the address
  const later = useDebouncedCallback((value: string) => {
    setBox((old) => ({ ...old, sent: value.trim() }));
    onChange(value);
  }, WAIT_MS);
  return (
    <Group gap="xs" align="flex-start">
      <TextInput
        type="search"
        aria-label="Search experiments"
        placeholder="Words, or tag:nightly host:proxy-1 verdict:better after:2026-11-01"
        leftSection={<IconSearch size={16} />}
        value={box.typed}
        error={problem && (problem.errors[0]?.message ?? problem.detail)}
        flex="1 1 260px"
        maxLength={2000}
        onChange={(event) => {
          const { value } = event.currentTarget;
          setBox((old) => ({ ...old, typed: value }));
          later(value);
        }}
      />
      <PlainButton
        leftSection={<IconAdjustmentsHorizontal size={16} />}
        aria-expanded={filters !== undefined}
        aria-controls="filters"
        onClick={() => setFilters(filters ? undefined : '1')}
      >
        Filters
      </PlainButton>
      <Help />
    </Group>
  );
}

const FORMS: [string, string][] = [
  ['two words', 'both words, in the name, the notes, the description, a variant’s name or the source'],
  ['"two words"', 'this exact phrase'],
  ['tag:nightly', 'has this tag'],
  ['host:proxy-1', 'a host that took part'],
  ['knob:nginx.worker_processes=2', 'a run with this value; without =2: with any value'],
  ['verdict:better', 'a variant that is better, worse, same or unclear in requests per second'],
  ['after:2026-11-01', 'launched on this day or later; also before:, until:, 2026-11, 7d, today'],
  ['is:starred', 'also is:archived, is:imported, is:measured, is:running, is:failed'],
  ['by:me', 'launched or imported by you; also by:ada, by:token for the dashboard’s token'],
  ['mentions:me', 'notes mention you, as @ and your sign-in name'],
  ['recipe:calibration', 'launched from this recipe'],
  ['archived:include', 'the archive too'],
];

function Help() {
  return (
    <Popover width={420} position="bottom-end" withArrow shadow="md">
      <Popover.Target>
        <Anchor component="button" type="button" fz="sm" py={8}>
          How to search
        </Anchor>
      </Popover.Target>
      <Popover.Dropdown maw="92vw">
        <Text fz="sm" mb="xs">
          All terms must match.
        </Text>
        <List fz="sm" listStyleType="none" spacing={6}>
          {FORMS.map(([form, means]) => (
            <List.Item key={form}>
              <Code>{form}</Code> {means}
            </List.Item>
          ))}
        </List>
        <Text fz="sm" mt="xs">
          <DocsLink topic="search">All words of the search box</DocsLink>
        </Text>
      </Popover.Dropdown>
    </Popover>
  );
}
