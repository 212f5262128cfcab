import { Box, Table, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';

import type { Run } from '@/api/types';
import { FactTable } from '@/components/domain/fact-table';
import { plural } from '@/components/words/format';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { useUrlParam } from '@/components/ui/navigation/use-url-param';
import { PlainTable } from '@/components/ui/layout/plain-table';
import { Small, Subhead } from '@/components/ui/labels/texts';

import classes from '../trials/run.module.css';

import { factTable, matching } from './fact-columns';

/** Facts of every host at launch, found by name or value. */
export function FactsTable({ run }: { run: Run }) {
  const { columns, rows } = useMemo(() => factTable(run), [run]);
  const [query, setQuery] = useUrlParam('q');
  const [text, setText] = useState(query ?? '');
  const store = useDebouncedCallback((next: string) => setQuery(next || undefined), 250);
  const shownRows = useMemo(() => matching(rows, text), [rows, text]);
  if (rows.length === 0) return <EmptyState plain title="No facts were recorded" />;
  return (
    <>
      <SinceLaunch factChanges={run.facts_changed} />
      <TextInput
        aria-label="Find a fact"
        placeholder="Find a fact: somaxconn, governor, nginx …"
        leftSection={<IconSearch size={16} />}
        value={text}
        onChange={({ currentTarget: { value } }) => {
          setText(value);
          store(value);
        }}
        maw={420}
      />
      <Small mt="xs" mb="sm" aria-live="polite">
        {shownRows.length === rows.length
          ? plural(rows.length, 'fact')
          : `${shownRows.length} of ${rows.length} facts`}
        {columns.length === 1 && run.hosts.length > 1 && ' · all hosts are one machine, shown once'}
      </Small>
      <PlainTable
        label="Host facts"
        heads={['Fact', ...columns.map(({ name }) => name)]}
        minWidth={320 + 160 * (columns.length - 1)}
        scroll={{ mah: 520 }}
        spacing={6}
        className={classes.facts}
        stickyHeader
      >
        {shownRows.map(({ name, values, differs }) => (
          <Table.Tr key={name}>
            <Table.Td className="dyno-mono" c="dimmed">
              {name}
            </Table.Td>
            {values.map((value, n) => (
              <Table.Td key={columns[n]?.id} className="dyno-mono" fw={differs ? 650 : undefined}>
                {value}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </PlainTable>
    </>
  );
}

/** Facts are read again when every setting was put back: what differs then, and what it was at launch. */
function SinceLaunch({ factChanges: changes }: { factChanges: Run['facts_changed'] }) {
  if (!changes) return null;
  if (changes.length === 0)
    return (
      <Text fz="sm" mb="md">
        Read again after the experiment: every fact was as at launch.
      </Text>
    );
  return (
    <Box mb="lg">
      <Subhead>{plural(changes.length, 'fact')} changed from before the experiment to after it</Subhead>
      <FactTable changes={changes} heads={['At launch', 'At the end']} />
    </Box>
  );
}
