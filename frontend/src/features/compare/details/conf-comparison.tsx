import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { configsQuery } from '@/api/queries/comparisons';
import type { Comparison } from '@/api/types';
import { CodeBlock } from '@/components/ui/code/code-block';
import { DiffView } from '@/components/ui/code/diff-view';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { QueryState } from '@/components/ui/feedback/query-state';
import { TableSkeleton } from '@/components/ui/feedback/loading';
import { Section } from '@/components/ui/layout/section';

import { pairAt } from '../selection/sides';
import { PairSelect } from '../selection/pair-select';
import { useCompare } from '../selection/compare-state';

/** nginx.conf of both runs of the chosen pair. */
export function ConfComparison({ comparison }: { comparison: Comparison }) {
  const { search } = useCompare();
  const { pairs, a_title, b_title } = comparison;
  const pair = pairs[pairAt(comparison, search.pair)];
  const query = useQuery({ ...configsQuery(pair?.a.id ?? '', pair?.b.id ?? ''), enabled: Boolean(pair) });
  return (
    <Section
      id="conf"
      title="nginx.conf"
      subtitle={pairs.length > 1 ? `— ${pair?.label ?? ''}` : undefined}
      aside={
        <Group gap="xs">
          <PairSelect comparison={comparison} />
        </Group>
      }
      caption={`From ${a_title} to ${b_title}, with placeholders for addresses and ports.`}
    >
      <QueryState query={query} failedPart="the texts of this pair" skeleton={<TableSkeleton rows={4} />} />
      {query.data && <Texts a={query.data.a.text} b={query.data.b.text} names={[a_title, b_title]} />}
    </Section>
  );
}

function Texts({ a, b, names }: { a: string; b: string; names: [string, string] }) {
  if (!a && !b) {
    return (
      <EmptyState
        plain
        title="Not known"
        text="Neither run has an nginx.conf from Dynoboard: they were imported, or measured against an external server."
      />
    );
  }
  if (!a || !b) {
    const [knownSide, missing] = a ? [names[0], names[1]] : [names[1], names[0]];
    return (
      <>
        <Text fz="sm" mb="sm">
          Only that of {knownSide} is known: {missing} was imported, or ran against an external server.
        </Text>
        <CodeBlock text={a || b} label={`nginx.conf of ${knownSide}`} copy maxHeight={280} />
      </>
    );
  }
  if (a === b) {
    return (
      <>
        <Text fz="sm" mb="sm">
          The text is the same on both sides: the differences are outside nginx.conf.
        </Text>
        <CodeBlock text={a} label="nginx.conf of both sides" copy maxHeight={280} />
      </>
    );
  }
  return (
    <DiffView before={a} after={b} label={`nginx.conf of ${names[1]} against ${names[0]}`} maxHeight={420} />
  );
}
