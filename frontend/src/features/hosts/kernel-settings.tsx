import { Table, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';

import type { Host } from '@/api/types';
import { plural } from '@/components/words/format';
import { Section } from '@/components/ui/layout/section';
import { PlainTable } from '@/components/ui/layout/plain-table';
import { Muted, Small } from '@/components/ui/labels/texts';

import { kernelRows } from './host-facts';

const SHOWN = 200;

/** Every kernel setting that the agent read, found by key or value. */
export function KernelSettings({ host }: { host: Host }) {
  const rows = useMemo(() => kernelRows(host.facts), [host.facts]);
  const [query, setQuery] = useState('');
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = rows.filter(({ key, value }) =>
    words.every((word) => `${key} ${value}`.toLowerCase().includes(word)),
  );
  if (rows.length === 0) return null;
  return (
    <Section
      id="kernel"
      title="Kernel settings"
      subtitle={`— ${plural(matches.length, 'key')}`}
      aside={
        <TextInput
          size="xs"
          aria-label="Find a kernel setting"
          placeholder="Find: somaxconn, tcp_ …"
          leftSection={<IconSearch size={14} />}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
      }
      caption="Read when the agent started. Net keys are those of its network namespace."
    >
      <PlainTable
        label={`Kernel settings of ${host.name}`}
        heads={['Key', 'Now', 'May be changed']}
        minWidth={420}
        scroll={{ mah: 360 }}
        spacing={4}
        stickyHeader
      >
        {matches.slice(0, SHOWN).map(({ key, value, writable }) => (
          <Table.Tr key={key}>
            <Table.Td className="dyno-mono">{key}</Table.Td>
            <Table.Td className="dyno-mono" style={{ overflowWrap: 'anywhere' }}>
              {value}
            </Table.Td>
            <Table.Td c={writable ? undefined : 'dimmed'}>{writable ? 'yes' : 'no'}</Table.Td>
          </Table.Tr>
        ))}
      </PlainTable>
      {matches.length > SHOWN && <Small mt="xs">The first {SHOWN}; find the others by their key.</Small>}
      {matches.length === 0 && <Muted>No key matches.</Muted>}
    </Section>
  );
}
