import { NativeSelect, Table, Text } from '@mantine/core';

import { METRICS } from '@/api/catalog';
import type { ImportReport } from '@/api/types';
import { count, exact, latency, measure, plural } from '@/components/words/format';
import { Pill } from '@/components/ui/labels/pill';
import { Section } from '@/components/ui/layout/section';
import { figureHeads, PlainTable } from '@/components/ui/layout/plain-table';
import { Small } from '@/components/ui/labels/texts';
import { PlainButton } from '@/components/ui/navigation/buttons';

import { reportKey, type RunRow } from './assemble';
import { idsOf, type Import } from './use-import';

/** Every report that was found, with its figures, what is wrong with it, and the run that it is a trial of. */
export function ReportsSection({ state: { draft, result, rows, edit } }: { state: Import }) {
  if (!result || result.preview.reports.length === 0) return null;
  const { reports } = result.preview;
  const ids = idsOf(result.texts);
  const whole = reports.filter(({ problem }) => problem === null).length;
  const allow = (share: number) => edit((old) => ({ ...old, allowed: 100 * share }));
  const move = (report: ImportReport, run: string) =>
    edit((old) => ({ ...old, moved: { ...old.moved, [reportKey(ids, report)]: run } }));
  return (
    <Section
      id="reports"
      title="What was read"
      subtitle={`— ${plural(whole, 'report')} of ${plural(new Set(reports.map(({ text }) => text)).size, 'text')}`}
      caption="Reports of one run are its trials. A trial with failed requests does not count unless you allow failures below."
    >
      <PlainTable
        label="Reports"
        heads={[
          'Where',
          'Tool',
          ...figureHeads('Requests', 'req/s', 'mean', 'p99', 'failed'),
          { name: 'Trial of the run', w: 190 },
        ]}
        minWidth={720}
        spacing="xs"
      >
        {reports.map((report) => (
          <ReportRow
            key={reportKey(ids, report)}
            report={report}
            name={result.texts[report.text]?.name ?? ''}
            rows={rows}
            ownKey={reportKey(ids, report)}
            allowedShare={Number(draft.allowed || 0) / 100}
            onAllow={allow}
            onMove={(run) => move(report, run)}
          />
        ))}
      </PlainTable>
    </Section>
  );
}

interface ReportRowProps {
  report: ImportReport;
  name: string;
  rows: RunRow[];
  /** The key of a run for this report alone. */
  ownKey: string;
  /** Share of requests that may fail. */
  allowedShare: number;
  onAllow: (share: number) => void;
  onMove: (run: string) => void;
}

function ReportRow({ report, name, rows, ownKey, allowedShare, onAllow, onMove }: ReportRowProps) {
  const { figures, problem, first, last } = report;
  const current = rows.find(({ reports }) => reports.includes(report));
  const value = (metric: string) => figures[metric];
  const place = `${name}, lines ${first}–${last}`;
  return (
    <Table.Tr>
      <Table.Td maw={260}>
        <Text fz="sm" style={{ overflowWrap: 'anywhere' }}>
          {place}
        </Text>
        {(report.command ?? report.url) && (
          <Small className="dyno-mono" truncate title={report.command ?? report.url ?? ''}>
            {report.command ?? report.url}
          </Small>
        )}
        {(report.headings ?? []).length > 0 && <Text fz="xs">under “{report.headings?.join(' › ')}”</Text>}
        <Remarks report={report} allowedShare={allowedShare} onAllow={onAllow} />
        <AllFigures report={report} />
      </Table.Td>
      <Table.Td>
        {report.tool} {report.version}
      </Table.Td>
      <Table.Td ta="right">{count(value('requests'))}</Table.Td>
      <Table.Td ta="right">{exact(value('requests_per_s'))}</Table.Td>
      <Table.Td ta="right">{latency(value('latency_mean'))}</Table.Td>
      <Table.Td ta="right">{latency(value('latency_p99'))}</Table.Td>
      <Table.Td ta="right">{count(value('failed_requests'))}</Table.Td>
      <Table.Td>
        {problem === null && (
          <NativeSelect
            aria-label={`Run of ${place}`}
            size="xs"
            value={current?.key ?? ''}
            onChange={(event) => onMove(event.currentTarget.value)}
            data={[
              ...rows
                .filter(({ reports }) => reports.length > 0)
                .map(({ key, variant, workload }) => ({ value: key, label: label(rows, variant, workload) })),
              ...(current?.key === ownKey || rows.some(({ key }) => key === ownKey)
                ? []
                : [{ value: ownKey, label: 'a run of its own' }]),
            ]}
          />
        )}
      </Table.Td>
    </Table.Tr>
  );
}

/** Every figure that was read, on demand. */
function AllFigures({ report: { figures } }: { report: ImportReport }) {
  const knownFigures = METRICS.flatMap(({ name, label, unit }) => {
    const value = figures[name];
    return value == null ? [] : [`${label} ${measure(value, unit)}`];
  });
  if (knownFigures.length === 0) return null;
  return (
    <details>
      <Small component="summary" style={{ cursor: 'pointer' }}>
        all figures
      </Small>
      <Text fz="xs">{knownFigures.join(' · ')}</Text>
    </details>
  );
}

const percentage = (share: number) => `${Number((100 * share).toPrecision(6))}%`;

const label = (rows: RunRow[], variant: string, workload: string) =>
  rows.filter((row) => row.variant === variant).length > 1
    ? `${variant} · ${workload}`
    : variant || 'unnamed';

type RemarksProps = Pick<ReportRowProps, 'report' | 'allowedShare' | 'onAllow'>;

function Remarks({ report, allowedShare, onAllow }: RemarksProps) {
  const { problem, failures, warnings, allow } = report;
  const isAllowed = allow != null && allow <= allowedShare;
  const invalid = isAllowed ? [] : report.invalid;
  return (
    <>
      {problem && (
        <Text fz="sm" c="var(--dyno-danger)">
          <Pill tone="danger">not read</Pill> {problem}
        </Text>
      )}
      {invalid.map((text) => (
        <Text key={text} fz="sm">
          <Pill tone="danger">invalid</Pill> {text}
          {failures && ` (${failures})`}
        </Text>
      ))}
      {invalid.length === 0 && failures && (
        <Text fz="sm">
          {failures}
          {isAllowed && `: counts, ${percentage(allowedShare)} may fail`}
        </Text>
      )}
      {allow != null && !isAllowed && (
        <PlainButton size="compact-xs" onClick={() => onAllow(allow)}>
          Allow {percentage(allow)} failures
        </PlainButton>
      )}
      {warnings.map((text) => (
        <Small key={text}>{text}</Small>
      ))}
    </>
  );
}
