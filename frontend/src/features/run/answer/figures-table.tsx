import { Group, Paper, Table, Text } from '@mantine/core';

import { METRICS } from '@/api/catalog';
import type { Delta, Run } from '@/api/types';
import { VerdictBadge, verdictWord } from '@/components/ui/labels/verdict-badge';
import {
  bytes,
  capital,
  count,
  figure,
  intervalPercent,
  latency,
  measure,
  percent,
  rangeWords,
  spread,
} from '@/components/words/format';
import { figureHeads, PlainTable } from '@/components/ui/layout/plain-table';
import { Small } from '@/components/ui/labels/texts';

import { failuresOf, hasEnded } from '../trials/trials';

import { deltaTone } from './delta-tone';

const MEASURED = ['requests_per_s', 'latency_mean', 'latency_p99'];
const CPU = 'cpu_s_per_request';
const MEMORY = METRICS.filter(({ unit }) => unit === 'B');
const ROLES = ['proxy', 'backend', 'load'];
const ROLE_WORDS: Record<string, string> = { load: 'load tool' };

interface Row {
  label: string;
  value: string;
  /** Beside the value, quiet. */
  aside?: string;
  /** What the aside says, in full. */
  hint?: string;
  delta?: Delta | null;
  isAlarm?: boolean;
}

/** The numbers that matter: throughput, latency, failures, and what a request costs. */
export function FiguresTable({ run }: { run: Run }) {
  const isCompared = !run.is_baseline && !run.ceiling && run.baseline !== null;
  const rows = [
    ...MEASURED.map((metric) => measuredRow(run, metric)),
    failedRow(run),
    ...(run.origin === 'imported' ? [] : [...cpuRows(run), ...memoryRows(run)]),
  ];
  return (
    <Paper component="section" aria-label="Figures" p={{ base: 'md', sm: 'lg' }} miw={0}>
      <PlainTable
        label="Figures of this run"
        heads={['Mean', ...figureHeads('this run'), isCompared && 'change']}
        spacing={7}
        horizontalSpacing={6}
      >
        {rows.map((row) => (
          <FigureRow key={row.label} row={row} isCompared={isCompared} />
        ))}
      </PlainTable>
    </Paper>
  );
}

function FigureRow({ row, isCompared }: { row: Row; isCompared: boolean }) {
  const { label, value, aside, hint, delta, isAlarm } = row;
  return (
    <Table.Tr style={{ verticalAlign: 'baseline' }}>
      <Table.Th scope="row" fw={400}>
        {label}
      </Table.Th>
      <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
        <Text span inherit fz="md" fw={650} c={isAlarm ? 'var(--dyno-worse-ink)' : undefined}>
          {value}
        </Text>
        {aside && <Small title={hint}>{aside}</Small>}
      </Table.Td>
      {isCompared && <Table.Td>{delta && <Change delta={delta} />}</Table.Td>}
    </Table.Tr>
  );
}

function Change({ delta }: { delta: Delta }) {
  const { change, low, high, reason, min_effect } = delta;
  return (
    <>
      <Group gap="2px 8px" wrap="nowrap">
        <Text span inherit fw={650} c={deltaTone(delta)} className="dyno-figure">
          {percent(change, low, high)}
        </Text>
        <VerdictBadge
          verdict={verdictWord(delta)}
          detail={`${reason} What matters here: ${spread(min_effect)}.`}
        />
      </Group>
      <Small className="dyno-figure" style={{ whiteSpace: 'nowrap' }}>
        {low == null ? 'no interval' : intervalPercent(low, high)}
      </Small>
    </>
  );
}

function measuredRow(run: Run, metric: string): Row {
  const { phrase, unit } = METRICS.find(({ name }) => name === metric)!;
  const ownFigure = run.figures.find((candidate) => candidate.metric === metric);
  return {
    label: /^p\d/.test(phrase) ? phrase : capital(phrase),
    value: !ownFigure
      ? 'not reported'
      : unit === '1/s'
        ? figure(ownFigure.mean)
        : measure(ownFigure.mean, unit),
    aside: ownFigure && ownFigure.n > 1 ? spread(ownFigure.cv) : undefined,
    hint: `Coefficient of variation of its trials, ${rangeWords(run.range?.[metric], unit)}; the figure is their mean`,
    delta: ownFigure?.delta,
  };
}

function failedRow({ trials }: Run): Row {
  const endedTrials = trials.filter(hasEnded);
  const label = 'Failed requests';
  if (endedTrials.every(({ figures }) => figures.failed_requests == null))
    return { label, value: 'not reported' };
  const { failedCount, requests, kinds } = failuresOf(endedTrials);
  const allText = `of ${figure(requests)}`;
  return {
    label,
    value: count(failedCount),
    aside: failedCount > 0 ? [allText, ...kinds].join(', ') : allText,
    isAlarm: failedCount > 0,
  };
}

/** Of the server under test; a row only where it is known. */
function memoryRows({ figures, memory }: Run): Row[] {
  const { idle_bytes: idle, socket_bytes: buffers } = memory;
  const hint =
    'Before the first request.' +
    (buffers === null ? '' : ` Buffers of all TCP sockets of the machine: at most ${bytes(buffers)}.`);
  return MEMORY.flatMap(({ name, short }, n) => {
    const figure = figures.find(({ metric, mean }) => metric === name && mean !== null);
    const aside = n === 0 && idle !== null ? `idle ${bytes(idle)}` : undefined;
    return figure
      ? [{ label: capital(short), value: bytes(figure.mean), aside, hint, delta: figure.delta }]
      : [];
  });
}

/** Of the processes under test only; the change is that of the server, the first. */
function cpuRows({ figures, cpu_per_request: costs }: Run): Row[] {
  const delta = figures.find(({ metric }) => metric === CPU)?.delta;
  const knownRoles = ROLES.filter((role) => costs[role] !== undefined);
  return knownRoles.map((role, n) => ({
    label: `CPU per request, ${ROLE_WORDS[role] ?? role}`,
    value: latency(costs[role]),
    delta: n === 0 && role !== 'load' ? delta : undefined,
  }));
}
