import { SimpleGrid, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';

import type { DeltaOfRun, RunSummary } from '@/api/types';
import { type CellFocus, PivotTable } from '@/components/charts/comparison/pivot-table';
import { Hint } from '@/components/ui/labels/hint';
import { TextLink } from '@/components/ui/navigation/links';
import { Small } from '@/components/ui/labels/texts';

import { byRunId, type Scope } from '../view/scope';
import type { Axes } from '../grid/pivot';

import type { PublishedPair } from './published-rows';
import {
  ourCell,
  pairAt,
  runAt,
  sideScales,
  slicesOf,
  sliceTitle,
  theirCell,
  theirLines,
} from './published-grid';

interface PublishedTablesProps {
  pairs: PublishedPair[];
  scope: Scope;
  /** Ours, of requests per second. */
  deltas: DeltaOfRun[];
  axes: Axes;
  /** Also the same cells as measured here; what was imported is the write-up itself. */
  isMeasured: boolean;
}

/** The write-up's grid and ours, cell beside cell; a pair of tables for each level of the other factors. */
export function PublishedTables({ pairs, scope, deltas, axes, isMeasured }: PublishedTablesProps) {
  const scales = sideScales(pairs, scope);
  const deltasByRun = byRunId(deltas);
  const frame = {
    rowFactor: axes.rows.name,
    columnFactor: axes.columns.name,
    rows: axes.rows.levels,
    columns: axes.columns.levels,
  };
  const tables = (slice: Record<string, string>) => {
    const levels = (row: string, column: string) => ({
      ...slice,
      [axes.rows.name]: row,
      [axes.columns.name]: column,
    });
    const pairOf = (row: string, column: string) => pairAt(pairs, levels(row, column));
    const runOf = (row: string, column: string) => runAt(scope, levels(row, column));
    return (
      <SimpleGrid cols={{ base: 1, md: isMeasured ? 2 : 1 }} spacing="lg">
        <Side name="published">
          <PivotTable
            {...frame}
            caption={`Published req/s ${sliceTitle(slice)}`}
            cell={(row, column) => {
              const pair = pairOf(row, column);
              return theirCell(pair, scales.theirs.at(pair?.mean ?? pair?.rate));
            }}
            wrap={(row, column, content, focus) => (
              <Told pair={pairOf(row, column)} focus={focus}>
                {content}
              </Told>
            )}
          />
        </Side>
        {isMeasured && (
          <Side name="ours">
            <PivotTable
              {...frame}
              caption={`Our req/s ${sliceTitle(slice)}`}
              cell={(row, column) => {
                const run = runOf(row, column);
                return ourCell(
                  run,
                  deltasByRun.get(run?.id ?? ''),
                  scales.ours.at(run?.means.requests_per_s),
                );
              }}
              wrap={(row, column, content, focus) => {
                const run = runOf(row, column);
                return (
                  <Linked run={run} delta={deltasByRun.get(run?.id ?? '')} focus={focus}>
                    {content}
                  </Linked>
                );
              }}
            />
          </Side>
        )}
      </SimpleGrid>
    );
  };
  return (
    <Stack gap="md">
      {slicesOf(axes).map((slice) => (
        <div key={sliceTitle(slice)}>
          {sliceTitle(slice) && (
            <Title order={3} fz="sm" fw={600} mb={6}>
              {sliceTitle(slice)}
            </Title>
          )}
          {tables(slice)}
        </div>
      ))}
    </Stack>
  );
}

function Side({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div style={{ minWidth: 0 }}>
      <Small>{name}, req/s</Small>
      {children}
    </div>
  );
}

interface CellProps {
  focus: CellFocus;
  children: ReactNode;
}

function Told({ pair, focus, children }: CellProps & { pair: PublishedPair | undefined }) {
  const lines = pair ? theirLines(pair) : ['The write-up has no figure here.'];
  return (
    <Hint
      label={lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
      {...focus}
    >
      {children}
    </Hint>
  );
}

interface LinkedProps extends CellProps {
  run: RunSummary | undefined;
  delta: DeltaOfRun | undefined;
}

function Linked({ run, delta, focus, children }: LinkedProps) {
  if (!run) {
    return (
      <Hint label="There is no measured run here." {...focus}>
        {children}
      </Hint>
    );
  }
  return (
    <Hint label={[run.variant, delta?.reason].filter(Boolean).join('. ')} tabIndex={undefined}>
      <TextLink to="/runs/$id" params={{ id: run.id }} underline="never" {...focus}>
        {children}
      </TextLink>
    </Hint>
  );
}
