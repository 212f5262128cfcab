import { Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { deltasQuery } from '@/api/queries/experiments';
import type { DeltaOfRun } from '@/api/types';
import { ABSENT, exact, latency, percent } from '@/components/words/format';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { TextLink } from '@/components/ui/navigation/links';
import { Pill } from '@/components/ui/labels/pill';
import { VerdictBadge } from '@/components/ui/labels/verdict-badge';
import { MAIN_METRIC } from '@/components/words/metrics';
import { figureHeads, PlainTable } from '@/components/ui/layout/plain-table';
import { Small } from '@/components/ui/labels/texts';
import { TextList } from '@/components/ui/labels/text-list';

import { useGridChoice } from '../grid/use-grid';
import classes from '../view/runs-table.module.css';
import type { ViewProps } from '../view/view-props';
import { GridControls } from '../grid/grid-controls';
import { intervalText } from '../deltas/delta-rows';

import { PublishedTables } from './published-tables';
import { AGREEMENT, type PublishedPair, publishedPairs } from './published-rows';

const NONE: DeltaOfRun[] = [];

/** A write-up's own figures beside ours, in requests per second. */
export function PublishedView(props: ViewProps) {
  const { experiment, scope } = props;
  const { id, published: results, origin } = experiment;
  const grid = useGridChoice(props);
  const { data: deltas = NONE } = useQuery(deltasQuery(id, MAIN_METRIC));
  const pairs = useMemo(
    () => (results ? publishedPairs(results, scope, deltas) : []),
    [results, scope, deltas],
  );
  if (!results || pairs.length === 0) {
    return <EmptyState plain title="Nothing published" text="This definition quotes no published figures." />;
  }
  const hasLatency = pairs.some((pair) => pair.latency !== null);
  const hasRate = pairs.some((pair) => pair.rate !== null);
  const hasChange = pairs.some((pair) => pair.change !== null);
  const hasMean = pairs.some((pair) => pair.mean !== null);
  const { remarks = [] } = results;
  const isImported = origin === 'imported';
  const ourWord = isImported ? 'imported' : 'our';
  const isGridCrossed = grid && pairs.some((pair) => pair.factors);
  return (
    <Stack gap="md">
      <Text fz="sm">
        {isImported
          ? 'The write-up itself was imported: its printed figures are shown beside those computed from its trials. '
          : 'The machines differ, so compare the changes, not the rates. '}
        Published: {results.source}.{results.note ? ` ${results.note}` : ''}
      </Text>
      {/* where the write-up's own figures do not follow from each other */}
      {remarks.length > 0 && (
        <TextList size="sm" spacing={0} aria-label="The write-up’s own arithmetic" texts={remarks} />
      )}
      {isGridCrossed && (
        <>
          <GridControls
            grid={{ ...grid, axes: { ...grid.axes, otherDimensions: [] } }}
            scope={scope}
            names={['Rows', 'Columns']}
          />
          <PublishedTables {...{ pairs, scope, deltas }} axes={grid.axes} isMeasured={!isImported} />
        </>
      )}
      <PlainTable
        label="Published beside ours"
        heads={[
          'Variant',
          ...figureHeads(
            hasRate && 'printed req/s',
            hasMean && 'mean of its trials',
            `${ourWord} req/s`,
            hasLatency && 'published latency',
            hasLatency && `${ourWord} latency`,
            hasChange && 'published Δ',
            `${ourWord} Δ`,
            `${ourWord} 95% interval`,
          ),
          'Verdict',
          hasChange && 'Beside it',
        ]}
        minWidth={760}
        spacing="sm"
        className={classes.table}
        horizontalSpacing="xs"
      >
        {pairs.map((pair) => (
          <Row key={pair.variant} {...{ pair, hasRate, hasChange, hasLatency, hasMean }} />
        ))}
      </PlainTable>
      {hasChange && (
        <Small>
          A published change is against the published figure of the run that ours is compared with; as printed
          where there is one, else computed from its trials, else from its rates. “Agrees” means that it lies
          inside {isImported ? 'the interval' : 'our interval'}.
        </Small>
      )}
    </Stack>
  );
}

interface RowProps {
  pair: PublishedPair;
  hasRate: boolean;
  hasChange: boolean;
  hasLatency: boolean;
  hasMean: boolean;
}

function Row({ pair, hasRate, hasChange, hasLatency, hasMean }: RowProps) {
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
        {pair.note && <Small fw={400}>{pair.note}</Small>}
      </Table.Td>
      {hasRate && <Table.Td className={classes.figure}>{exact(pair.rate)}</Table.Td>}
      {hasMean && <Table.Td className={classes.figure}>{exact(pair.mean)}</Table.Td>}
      <Table.Td className={classes.figure}>{exact(run?.means.requests_per_s)}</Table.Td>
      {hasLatency && <Table.Td className={classes.figure}>{latency(pair.latency)}</Table.Td>}
      {hasLatency && <Table.Td className={classes.figure}>{latency(run?.means.latency_mean)}</Table.Td>}
      {hasChange && (
        <Table.Td className={classes.figure}>{run?.is_baseline ? '' : percent(pair.change)}</Table.Td>
      )}
      <Table.Td className={classes.figure} fw={600}>
        {run?.is_baseline ? '' : percent(delta?.change, delta?.low, delta?.high)}
      </Table.Td>
      <Table.Td className={classes.figure} c="dimmed">
        {run?.is_baseline ? '' : intervalText(delta)}
      </Table.Td>
      <Table.Td>
        {run?.is_baseline && <VerdictBadge verdict="baseline" />}
        {delta && <VerdictBadge verdict={delta.verdict} detail={delta.reason} />}
        {!run && <Small>not in this form</Small>}
      </Table.Td>
      {hasChange && (
        <Table.Td>
          {agreement ? (
            <Pill tone={agreement === 'inside' ? 'accent' : 'outline'} hint={AGREEMENT[agreement].hint}>
              {AGREEMENT[agreement].word}
            </Pill>
          ) : (
            !run?.is_baseline && ABSENT
          )}
        </Table.Td>
      )}
    </Table.Tr>
  );
}
