import { Stack, Table, Text } from '@mantine/core';

import type { Experiment } from '@/api/types';
import { FoldedSection } from '@/components/ui/layout/folded-section';
import { PlainTable } from '@/components/ui/layout/plain-table';
import { Muted } from '@/components/ui/labels/texts';

type Pair = NonNullable<Experiment['builds']>[number];

/** What beside the version differs between the servers that are compared. */
export default function BuildsSection({ pairs }: { pairs: Pair[] }) {
  return (
    <FoldedSection id="builds" title="What differs between the servers" subtitle={subtitleOf(pairs)}>
      <Stack gap="lg">
        {pairs.map((pair) => (
          <Differences key={`${pair.role} ${pair.server}`} pair={pair} />
        ))}
      </Stack>
    </FoldedSection>
  );
}

const nameOf = ({ role, server, reference }: Pair) => `${server} against ${reference} (${role})`;

const subtitleOf = (pairs: Pair[]) => `— ${[...new Set(pairs.map(({ words }) => words))].join(', ')}`;

function Differences({ pair }: { pair: Pair }) {
  const { reference, server, words, differences } = pair;
  return (
    <div>
      <Text fz="sm" fw={550}>
        {nameOf(pair)}: {words}
      </Text>
      {differences.length === 0 ? (
        <Muted>Nothing that is known.</Muted>
      ) : (
        <PlainTable
          label={`Differences: ${nameOf(pair)}`}
          heads={['What', reference, server]}
          minWidth={300}
          spacing={4}
        >
          {differences.map(({ name, reference: before, value }) => (
            <Table.Tr key={name} className="dyno-mono" style={{ overflowWrap: 'anywhere' }}>
              <Table.Td>{name}</Table.Td>
              <Table.Td>{before}</Table.Td>
              <Table.Td>{value}</Table.Td>
            </Table.Tr>
          ))}
        </PlainTable>
      )}
    </div>
  );
}
