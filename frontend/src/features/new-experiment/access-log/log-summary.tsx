import { Stack, Table, Text } from '@mantine/core';

import type { LogWorkload } from '@/api/types';
import { PlainTable } from '@/components/ui/layout/plain-table';
import { bytes, count, percentSize, plural, rate } from '@/components/words/format';
import { Muted } from '@/components/ui/labels/texts';

/** What of a log is in the mix, and what was left out. */
export function LogSummary({ summary }: { summary: LogWorkload['summary'] }) {
  return (
    <Stack gap="xs">
      <Text fz="sm" role="status">
        <b>{count(summary.usable_requests)}</b> of {count(summary.lines)} lines are used ({summary.format});{' '}
        {count(summary.targets_used)} of {count(summary.targets_seen)} targets, with{' '}
        {percentSize(summary.frequent_share)} of the requests by their own count, the rest drawn from a
        sample.
        {summary.site_bytes > 0 && ` Pages: ${bytes(summary.site_bytes)}.`}
        {summary.shortened_pages > 0 &&
          ` ${plural(summary.shortened_pages, 'page')} cut: one has at most 256 MiB, and all together 2 GB.`}
      </Text>
      <Muted>
        {summary.requests_per_s_mean !== null &&
          `The log has ${rate(summary.requests_per_s_mean)}, ${rate(summary.requests_per_s_peak)} in its busiest second. `}
        {summary.requests_per_connection === null
          ? 'Its format has no $connection_requests: connections are kept.'
          : `It has ${count(summary.requests_per_connection)} requests a connection.`}
      </Muted>
      <PlainTable
        label="Taken and left out"
        heads={['Lines', 'What']}
        widths={[120, undefined]}
        minWidth={280}
        spacing={4}
      >
        <Row lines={summary.usable_requests} words="used: GET answered 200, 206 or 304" />
        {summary.left_out.map((kind) => (
          <Row key={kind.kind} lines={kind.count} words={`left out: ${kind.reason}`} />
        ))}
      </PlainTable>
    </Stack>
  );
}

function Row({ lines, words }: { lines: number; words: string }) {
  return (
    <Table.Tr>
      <Table.Td>{count(lines)}</Table.Td>
      <Table.Td>{words}</Table.Td>
    </Table.Tr>
  );
}
