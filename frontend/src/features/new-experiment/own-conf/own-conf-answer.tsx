import { Alert, Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

import type { ConvertedConf, RenderedDifference } from '@/api/types';
import { count, plural } from '@/components/words/format';

import { FateTable, placeOf } from './fate-table';
import classes from './own-conf.module.css';

interface OwnConfAnswerProps {
  answer: ConvertedConf;
  isReading: boolean;
  onServer: (index: number) => void;
  onStart: (answer: ConvertedConf) => void;
}

/** What becomes of a pasted config: counts, lists, differences, and the way on. */
export function OwnConfAnswer({ answer, isReading, onServer, onStart }: OwnConfAnswerProps) {
  const { counts, directives, differences, servers, server, lacks = [] } = answer;
  const knobs = directives.filter(({ kind }) => kind === 'knob');
  const changes = directives.filter(({ kind }) => kind === 'replaced' || kind === 'left_out');
  return (
    <Stack gap="sm" role="region" aria-label="What becomes of your config" aria-busy={isReading}>
      {servers.length > 1 && (
        <NativeSelect
          label="Server block to measure"
          value={server}
          onChange={(event) => onServer(Number(event.currentTarget.value))}
          data={servers.map(({ label, file, line, serves }, index) => ({
            value: String(index),
            label: `${label} · ${placeOf({ file, line })}${serves ? '' : ' · redirects only'}`,
          }))}
          maw={560}
        />
      )}
      <Text fz="sm" role="status">
        <b>{plural(counts.knob ?? 0, 'directive')}</b> {counts.knob === 1 ? 'is a knob' : 'are knobs'},{' '}
        <b>{count(counts.kept ?? 0)}</b> stay as they are, <b>{count(counts.replaced ?? 0)}</b> are replaced,{' '}
        <b>{count(counts.left_out ?? 0)}</b> left out.
      </Text>
      {lacks.length > 0 && (
        <Alert
          color="orange"
          variant="light"
          title={`The testbed’s nginx does not know ${plural(lacks.length, 'directive')}`}
        >
          {lacks.map((row, n) => (
            <Text key={n} fz="sm">
              {placeOf(row)} · {row.reason}
            </Text>
          ))}
        </Alert>
      )}
      <Group>
        <Button size="xs" loading={isReading} onClick={() => onStart(answer)}>
          Use it as the baseline
        </Button>
      </Group>
      {/* directives, as above: a row may be a block with all that is in it */}
      <Folded title={`Replaced and left out (${count((counts.replaced ?? 0) + (counts.left_out ?? 0))})`}>
        <FateTable label="Replaced and left out" fates={changes} />
      </Folded>
      <Folded title={`Knobs (${count(knobs.length)})`}>
        <FateTable label="Knobs" fates={knobs} />
      </Folded>
      <Folded title={`Differences between your config and the rendered one (${count(differences.length)})`}>
        <DifferenceList differences={differences} />
      </Folded>
    </Stack>
  );
}

function Folded({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details>
      <Text component="summary" fz="sm" style={{ cursor: 'pointer' }}>
        {title}
      </Text>
      {children}
    </details>
  );
}

const SIGNS = { '-': '−', '+': '+' };

/** Lines that only one of the two configs has, by block, each with its reason. */
function DifferenceList({ differences }: { differences: RenderedDifference[] }) {
  return (
    <div className={classes.list} role="region" aria-label="Differences" tabIndex={0}>
      {differences.map((row, n) => (
        <div key={n}>
          {row.context !== differences[n - 1]?.context && (
            <div className={classes.block}>{row.context || 'outside all blocks'}</div>
          )}
          <div className={classes.row} data-sign={row.sign}>
            <code>
              {SIGNS[row.sign]} {row.text}
            </code>
            <span>
              {row.line > 0 && `${placeOf(row)} · `}
              {row.reason}
            </span>
          </div>
        </div>
      ))}
    </div>
  );
}
