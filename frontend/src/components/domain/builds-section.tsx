import { Stack, Table, Text } from '@mantine/core';

import type { Experiment } from '@/api/types';
import { FoldedSection } from '@/components/ui/layout/folded-section';

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
        <Text fz="sm" c="dimmed">
          Nothing that is known.
        </Text>
      ) : (
        <Table.ScrollContainer minWidth={300}>
          <Table aria-label={`Differences: ${nameOf(pair)}`} fz="sm" verticalSpacing={4}>
            <Table.Thead>
              <Table.Tr c="dimmed">
                <Table.Th fw={500}>What</Table.Th>
                <Table.Th fw={500}>{reference}</Table.Th>
                <Table.Th fw={500}>{server}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody className="dyno-mono">
              {differences.map(({ name, reference: before, value }) => (
                <Table.Tr key={name} style={{ overflowWrap: 'anywhere' }}>
                  <Table.Td>{name}</Table.Td>
                  <Table.Td>{before}</Table.Td>
                  <Table.Td>{value}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </div>
  );
}
