import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';

import { useUrlParam } from '@/components/ui/use-url-param';

const WAIT_MS = 250;

/** Words of a name; they go into the address when typing pauses. */
export function SearchInput() {
  const [q, setQ] = useUrlParam('q');
  const [typed, setTyped] = useState(q ?? '');
  const later = useDebouncedCallback((value: string) => setQ(value || undefined), WAIT_MS);
  return (
    <TextInput
      type="search"
      aria-label="Words of the name"
      placeholder="Words of the name"
      leftSection={<IconSearch size={16} />}
      value={typed}
      w={{ base: '100%', xs: 280 }}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        later(event.currentTarget.value);
      }}
    />
  );
}
