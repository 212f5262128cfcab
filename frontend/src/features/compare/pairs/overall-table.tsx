import { Table } from '@mantine/core';
import { Fragment } from 'react';

import type { Comparison } from '@/api/types';
import { measure, plural, spread } from '@/components/words/format';
import { Section } from '@/components/ui/layout/section';
import { Judged } from '@/components/ui/labels/judged';
import { VerdictBadge } from '@/components/ui/labels/verdict-badge';
import { figureHeads, PlainTable } from '@/components/ui/layout/plain-table';

import { changeWords, intervalWords, metricName, pWords, spreadChange } from '../selection/words';

type OverallRow = Comparison['overall'][number];

/** One change for each metric over all pairs, and whether the trials became steadier. */
export function OverallTable({ comparison }: { comparison: Comparison }) {
  const { pairs, a_title, b_title, paired: isPaired, metric } = comparison;
  const overall = comparison.overall.filter((row) => isMeasured(row) || row.metric.name === metric.name);
  return (
    <Section
      id="overall"
      title="Overall"
      subtitle={`— ${b_title} against ${a_title}, ${pairs.length === 1 ? 'one pair' : `over all ${plural(pairs.length, 'pair')}`}`}
      help={{
        topic: 'readComparison',
        label: 'How these changes come about',
        children: isPaired
          ? 'Interleaved in one experiment: paired by round, every pair has the same weight. Spread: coefficient of variation of the trials, by Brown–Forsythe on logs.'
          : 'Not interleaved: means are compared, so slow drift of the hosts counts as change.',
      }}
    >
      <PlainTable
        label="Overall change"
        heads={[
          { name: 'Metric', pl: 0 },
          ...figureHeads('Change', '95% interval'),
          { name: 'Verdict', ta: 'right', pr: 0 },
        ]}
      >
        {overall.map((row) => (
          <Fragment key={row.metric.name}>
            <MetricRow row={row} />
            {row.spread && [metric.name, 'requests_per_s'].includes(row.metric.name) && (
              <SpreadRow row={row} spreads={row.spread} />
            )}
          </Fragment>
        ))}
      </PlainTable>
    </Section>
  );
}

/** An import often has one metric only; rows of dashes say nothing. */
const isMeasured = ({ delta }: OverallRow) => delta.baseline_mean !== null || delta.candidate_mean !== null;

function MetricRow({ row: { metric, delta } }: { row: OverallRow }) {
  const isCount = metric.zero_ok;
  const isSettled = ['better', 'worse', 'same'].includes(delta.verdict);
  return (
    <Table.Tr>
      <Table.Td pl={0} title={metric.text}>
        {metricName(metric)}
      </Table.Td>
      <Table.Td ta="right" fw={isSettled ? 650 : 500} c={isSettled ? undefined : 'dimmed'}>
        {isCount
          ? `${measure(delta.baseline_mean, metric.unit)} → ${measure(delta.candidate_mean, metric.unit)}`
          : changeWords(delta, metric.unit)}
      </Table.Td>
      <Table.Td ta="right" c="dimmed">
        {isCount ? '–' : intervalWords(delta, metric.unit)}
      </Table.Td>
      <Table.Td ta="right" pr={0}>
        <Judged
          delta={delta}
          detail={isCount ? delta.reason : `${delta.reason} What matters here: ${spread(delta.min_effect)}.`}
        />
      </Table.Td>
    </Table.Tr>
  );
}

function SpreadRow({ row, spreads }: { row: OverallRow; spreads: NonNullable<OverallRow['spread']> }) {
  return (
    <Table.Tr>
      <Table.Td pl={0}>
        spread of {metricName(row.metric)}{' '}
        <span style={{ color: 'var(--dyno-dimmed)' }}>
          {spread(spreads.cv_a)} → {spread(spreads.cv_b)}
        </span>
      </Table.Td>
      <Table.Td ta="right" fw={650}>
        {spreadChange(spreads)}
      </Table.Td>
      <Table.Td ta="right" c="dimmed">
        {pWords(spreads.p)}
      </Table.Td>
      <Table.Td ta="right" pr={0}>
        <VerdictBadge verdict={spreads.verdict} detail={spreads.reason} />
      </Table.Td>
    </Table.Tr>
  );
}
