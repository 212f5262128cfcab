import { SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

import type { Axes } from './pivot';
import { ourCell, pairAt, sideScales, slicesOf, sliceTitle, theirCell, theirLines } from './published-grid';
import type { PublishedPair } from './published-rows';
import { type CellFocus, PivotTable } from '@/components/charts/pivot-table';
import { Hint } from '@/components/ui/hint';
import { TextLink } from '@/components/ui/links';

interface PublishedTablesProps {
  pairs: PublishedPair[];
  axes: Axes;
  /** “ours”, or “imported”. */
  side: string;
}

/** The write-up's grid and ours, cell beside cell; a pair of tables for each level of the other factors. */
export function PublishedTables({ pairs, axes, side }: PublishedTablesProps) {
  const scales = sideScales(pairs);
  const frame = {
    rowFactor: axes.rows.name,
    columnFactor: axes.columns.name,
    rows: axes.rows.levels,
    columns: axes.columns.levels,
  };
  return (
    <Stack gap="md">
      {slicesOf(axes).map((slice) => {
        const title = sliceTitle(slice);
        const at = (row: string, column: string) =>
          pairAt(pairs, { ...slice, [axes.rows.name]: row, [axes.columns.name]: column });
        return (
          <div key={title}>
            {title && (
              <Title order={3} fz="sm" fw={600} mb={6}>
                {title}
              </Title>
            )}
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
              <Side name="published">
                <PivotTable
                  {...frame}
                  caption={`Published req/s ${title}`}
                  cell={(row, column) => {
                    const pair = at(row, column);
                    return theirCell(pair, scales.theirs.at(pair?.mean ?? pair?.rate));
                  }}
                  wrap={(row, column, content, focus) => (
                    <Told pair={at(row, column)} focus={focus}>
                      {content}
                    </Told>
                  )}
                />
              </Side>
              <Side name={side}>
                <PivotTable
                  {...frame}
                  caption={`${side} req/s ${title}`}
                  cell={(row, column) => {
                    const pair = at(row, column);
                    return ourCell(pair, scales.ours.at(pair?.run?.means.requests_per_s));
                  }}
                  wrap={(row, column, content, focus) => (
                    <Linked pair={at(row, column)} focus={focus}>
                      {content}
                    </Linked>
                  )}
                />
              </Side>
            </SimpleGrid>
          </div>
        );
      })}
    </Stack>
  );
}

function Side({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div style={{ minWidth: 0 }}>
      <Text fz="xs" c="dimmed">
        {name}, req/s
      </Text>
      {children}
    </div>
  );
}

interface CellProps {
  pair: PublishedPair | undefined;
  focus: CellFocus;
  children: ReactNode;
}

function Told({ pair, focus, children }: CellProps) {
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

function Linked({ pair, focus, children }: CellProps) {
  const hint = pair?.run ? (pair.delta?.reason ?? pair.variant) : 'There is no run of ours beside it.';
  if (!pair?.run || pair.run.deleted) {
    return (
      <Hint label={hint} {...focus}>
        {children}
      </Hint>
    );
  }
  return (
    <Hint label={hint} tabIndex={undefined}>
      <TextLink to="/runs/$id" params={{ id: pair.run.id }} underline="never" {...focus}>
        {children}
      </TextLink>
    </Hint>
  );
}
