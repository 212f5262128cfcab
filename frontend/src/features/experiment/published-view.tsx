import { Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { intervalText } from './delta-rows';
import { MAIN_METRIC } from './metrics';
import { AGREEMENT, type PublishedPair, publishedPairs } from './published-rows';
import type { ViewProps } from './runs-section';
import classes from './runs-table.module.css';
import { deltasQuery } from '@/api/queries/experiments';
import type { DeltaOfRun } from '@/api/types';
import { ABSENT, figure, latency, percent } from '@/components/format';
import { EmptyState } from '@/components/ui/empty-state';
import { TextLink } from '@/components/ui/links';
import { Pill } from '@/components/ui/pill';
import { VerdictBadge } from '@/components/ui/verdict-badge';

const NONE: DeltaOfRun[] = [];

/** A write-up's own figures beside ours, in requests per second. */
export function PublishedView({ experiment: { id, published }, scope }: ViewProps) {
  const { data: deltas = NONE } = useQuery(deltasQuery(id, MAIN_METRIC));
  const pairs = useMemo(
    () => (published ? publishedPairs(published, scope, deltas) : []),
    [published, scope, deltas],
  );
  if (!published || pairs.length === 0) {
    return (
      <EmptyState plain title="Nothing published" text="This definition quotes no figures of a write-up." />
    );
  }
  const timed = pairs.some((pair) => pair.latency !== null);
  return (
    <Stack gap="md">
      <Text fz="sm">
        The machines differ, so compare the changes, not the rates. Published: {published.source}.
        {published.note ? ` ${published.note}` : ''}
      </Text>
      <Table.ScrollContainer minWidth={760}>
        <Table aria-label="Published beside ours" className={classes.table} horizontalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Variant</Table.Th>
              <Table.Th className={classes.figure}>published req/s</Table.Th>
              <Table.Th className={classes.figure}>our req/s</Table.Th>
              {timed && <Table.Th className={classes.figure}>published latency</Table.Th>}
              {timed && <Table.Th className={classes.figure}>our latency</Table.Th>}
              <Table.Th className={classes.figure}>published Δ</Table.Th>
              <Table.Th className={classes.figure}>our Δ</Table.Th>
              <Table.Th className={classes.figure}>our 95% interval</Table.Th>
              <Table.Th>Verdict</Table.Th>
              <Table.Th>Beside it</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {pairs.map((pair) => (
              <Row key={pair.variant} pair={pair} timed={timed} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Text fz="xs" c="dimmed">
        A published change is against the published baseline; it is the write-up’s own where it printed one,
        else worked out from its rates. It comes without an interval: “agrees” means that it lies inside ours.
      </Text>
    </Stack>
  );
}

function Row({ pair, timed }: { pair: PublishedPair; timed: boolean }) {
  const { run, delta, agreement } = pair;
  return (
    <Table.Tr>
      <Table.Td fw={550}>
        {run && !run.deleted ? (
          <TextLink to="/runs/$id" params={{ id: run.id }} c="var(--dyno-ink)">
            {pair.variant}
          </TextLink>
        ) : (
          pair.variant
        )}
        {pair.note && (
          <Text fz="xs" c="dimmed" fw={400}>
            {pair.note}
          </Text>
        )}
      </Table.Td>
      <Table.Td className={classes.figure}>{figure(pair.rate)}</Table.Td>
      <Table.Td className={classes.figure}>{figure(run?.means.requests_per_s)}</Table.Td>
      {timed && <Table.Td className={classes.figure}>{latency(pair.latency)}</Table.Td>}
      {timed && <Table.Td className={classes.figure}>{latency(run?.means.latency_mean)}</Table.Td>}
      <Table.Td className={classes.figure}>{run?.is_baseline ? '' : percent(pair.change)}</Table.Td>
      <Table.Td className={classes.figure} fw={600}>
        {run?.is_baseline ? '' : percent(delta?.change)}
      </Table.Td>
      <Table.Td className={classes.figure} c="dimmed">
        {run?.is_baseline ? '' : intervalText(delta)}
      </Table.Td>
      <Table.Td>
        {run?.is_baseline && <VerdictBadge verdict="baseline" />}
        {delta && <VerdictBadge verdict={delta.verdict} detail={delta.reason} />}
        {!run && (
          <Text fz="xs" c="dimmed">
            not in this form
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        {agreement ? (
          <Pill tone={agreement === 'inside' ? 'accent' : 'outline'} hint={AGREEMENT[agreement].hint}>
            {AGREEMENT[agreement].word}
          </Pill>
        ) : (
          !run?.is_baseline && ABSENT
        )}
      </Table.Td>
    </Table.Tr>
  );
}
