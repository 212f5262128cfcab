import { Box, Group, NativeSelect, Text } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';

import { METRICS } from '@/api/catalog';
import type { ShareSubject } from '@/api/queries/share';
import { sharedLink } from '@/api/share';
import type { Report } from '@/api/types';
import { dateTime } from '@/components/words/format';
import { ShareControl } from '@/components/domain/share-control';
import { Headline } from '@/components/ui/layout/headline';
import { PageHeader } from '@/components/ui/layout/page-header';
import { PlainLink } from '@/components/ui/navigation/plain-link';
import { exportFiles } from '@/components/ui/sharing/share-files';
import { useUrlParam } from '@/components/ui/navigation/use-url-param';
import { Muted } from '@/components/ui/labels/texts';
import { PlainButton } from '@/components/ui/navigation/buttons';

interface ReportHeaderProps {
  report: Report;
  files: string;
  query: string;
}

/** The title, the answer in one line, and what can be done with the page. */
export function ReportHeader({ report, files, query }: ReportHeaderProps) {
  const { title, headline, settled, path, imported, state, kind, tags } = report;
  useDocumentTitle(`Report: ${title} · Dynoboard`);
  const when = report.finished_at ?? report.created_at;
  return (
    <header>
      <PageHeader
        title={title}
        crumbs={[
          <PlainLink href={path + query}>{kind === 'comparison' ? 'Comparison' : 'Experiment'}</PlainLink>,
          <span>Report</span>,
        ]}
        meta={
          <>
            {kind === 'experiment' && <span>{imported ? 'imported' : state}</span>}
            {when && <span>{dateTime(when)}</span>}
            {tags.map((tag) => (
              <span key={tag}>#{tag}</span>
            ))}
          </>
        }
        actions={
          <Group gap="xs" className="dyno-no-print" align="flex-end">
            <MetricChoice report={report} />
            <PlainButton onClick={() => window.print()}>Print</PlainButton>
            <ShareControl
              subject={subjectOf(report, query)}
              files={exportFiles(files, query, kind).filter(
                ({ label }) => !onlyReport() || OF_REPORT.has(label),
              )}
              markdown={`${files}.md${query}`}
            />
          </Group>
        }
      />
      <Box mt="md">
        {report.question && <Muted>{report.question}</Muted>}
        <Headline lead={[headline]} settled={settled} cause={report.cause} />
        {report.trust && (
          <Text fz="sm" mt={4}>
            {report.trust}
          </Text>
        )}
      </Box>
    </header>
  );
}

/** What a link to a report alone lets its reader take away. */
const OF_REPORT = new Set(['HTML page', 'Markdown']);
const onlyReport = () => sharedLink()?.as_report ?? false;

function subjectOf({ kind, id }: Report, query: string): ShareSubject {
  if (id) return { kind: kind === 'comparison' ? 'comparison' : 'experiment', id, as_report: true };
  const state = Object.fromEntries(new URLSearchParams(query));
  return { kind: 'comparison', state, as_report: true };
}

/** The metric that the report is told by, among those that were measured. */
function MetricChoice({ report: { metric, metrics } }: { report: Report }) {
  const [, set] = useUrlParam('metric');
  const options = METRICS.filter(({ name }) => metrics.includes(name) || name === metric.name);
  if (options.length < 2) return null;
  return (
    <NativeSelect
      size="sm"
      aria-label="Metric"
      value={metric.name}
      data={options.map(({ name, label }) => ({
        value: name,
        label: name.startsWith('latency') ? `${label} latency` : label,
      }))}
      onChange={({ currentTarget: { value } }) => set(value === 'requests_per_s' ? undefined : value)}
    />
  );
}
