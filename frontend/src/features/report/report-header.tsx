import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';

import { metricsQuery } from '@/api/queries/comparisons';
import type { Report } from '@/api/types';
import { dateTime } from '@/components/words/format';
import { PageHeader } from '@/components/ui/layout/page-header';
import { PlainLink } from '@/components/ui/navigation/plain-link';
import { ShareMenu } from '@/components/ui/sharing/share-menu';
import { exportFiles } from '@/components/ui/sharing/share-files';
import { useUrlParam } from '@/components/ui/navigation/use-url-param';

interface ReportHeaderProps {
  report: Report;
  files: string;
  query: string;
}

/** The title, the answer in one line, and what can be done with the page. */
export function ReportHeader({ report, files, query }: ReportHeaderProps) {
  const { title, headline, path, imported, state, kind, tags } = report;
  useDocumentTitle(`Report: ${title} · Dynoboard`);
  const when = report.finished_at ?? report.created_at;
  return (
    <header>
      <PageHeader
        title={title}
        crumbs={[
          <PlainLink key="page" href={path + query}>
            {kind === 'comparison' ? 'Comparison' : 'Experiment'}
          </PlainLink>,
          <span key="report">Report</span>,
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
            <Button variant="default" onClick={() => window.print()}>
              Print
            </Button>
            <ShareMenu files={exportFiles(files, query, kind)} markdown={`${files}.md${query}`} />
          </Group>
        }
      />
      <Text fz="lg" fw={600} mt="md">
        {headline}
      </Text>
    </header>
  );
}

/** The metric that the report is told by, among those that were measured. */
function MetricChoice({ report: { metric, metrics } }: { report: Report }) {
  const { data: all = [metric] } = useQuery(metricsQuery);
  const [, set] = useUrlParam('metric');
  const options = all.filter(({ name }) => metrics.includes(name) || name === metric.name);
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
