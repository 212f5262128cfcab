import { Group, Stack, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { outputQuery } from '@/api/queries/runs';
import type { TrialDetail, TrialOutput } from '@/api/types';
import { commandLine } from '@/components/words/command-line';
import { capital, roundWords, latency } from '@/components/words/format';
import { CodeBlock } from '@/components/ui/code/code-block';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { TableSkeleton } from '@/components/ui/feedback/loading';
import { Pill } from '@/components/ui/labels/pill';
import { Muted, Small } from '@/components/ui/labels/texts';
import { figureHeads, PlainTable } from '@/components/ui/layout/plain-table';

/** What the load tool printed in one trial, byte for byte. */
export function RawOutput({ trial }: { trial: TrialDetail }) {
  const { data, isPending, isError, error, refetch } = useQuery(outputQuery(trial.id));
  if (isPending) return <TableSkeleton rows={8} />;
  if (isError)
    return <ErrorState error={error} failedPart="the output of this trial" onRetry={() => void refetch()} />;
  const { argv, exit_code, stdout, stderr, times } = data;
  const isImported = trial.started_at === null && exit_code === null;
  if (isImported && stdout === '') return <Muted>The figures of this trial are from a table.</Muted>;
  return (
    <Stack gap="md">
      <Group gap="sm" fz="sm" c="dimmed">
        <span>{capital(roundWords(trial.round, trial.repeat))}</span>
        {!isImported && (
          <Pill tone={exit_code === 0 ? 'neutral' : 'danger'}>exit code {exit_code ?? 'none'}</Pill>
        )}
        {trial.tool_version && <span>{trial.tool_version}</span>}
      </Group>
      {argv.length > 0 && <CodeBlock text={commandLine(argv)} label="Argument list" wrap copy />}
      <PartTimes times={times} />
      {data.is_gone ? (
        <Muted>
          What the tool printed has gone by this server’s retention. Figures, histograms and counters are all
          there.
        </Muted>
      ) : (
        <>
          <Stream name="Standard output" text={stdout} />
          {!isImported && <Stream name="Standard error" text={stderr} />}
        </>
      )}
    </Stack>
  );
}

function Stream({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <Small mb={4}>
        {name}
        {text === '' && ': nothing'}
      </Small>
      {text !== '' && <CodeBlock text={text} label={name} wrap copy maxHeight={460} />}
    </div>
  );
}

const PARTS = { connect: 'Connect', processing: 'Processing', waiting: '— of it waiting', total: 'Total' };
const HEADS = ['mean', 'sd', 'median', 'min', 'max'];

/** Where requests spent their time: ab breaks it down. */
function PartTimes({ times }: { times: TrialOutput['times'] }) {
  if (times.length === 0) return null;
  return (
    <div>
      <PlainTable
        label="Where requests spent their time"
        heads={['Part', ...figureHeads(...HEADS)]}
        minWidth={520}
        spacing={6}
      >
        {times.map(({ part, mean, stdev, median, min, max }) => (
          <Table.Tr key={part}>
            <Table.Th scope="row" fw={400}>
              {PARTS[part]}
            </Table.Th>
            {[mean, stdev, median, min, max].map((seconds, column) => (
              <Table.Td key={HEADS[column]} ta="right">
                {latency(seconds)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </PlainTable>
      <Small mt={6}>
        As ab counts, in whole milliseconds: opening the connection, from then to the last byte, and of that
        the wait for the first byte.
      </Small>
    </div>
  );
}
