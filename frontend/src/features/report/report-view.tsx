import { Anchor, Stack, Text, Title } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';

import type { Report } from '@/api/types';
import { AccountingTable } from '@/components/domain/accounting-table';
import { TextList } from '@/components/ui/labels/text-list';

import { Chart } from './report-chart';
import { Environment } from './environment';
import { Findings } from './report-findings';
import { ReportPairs } from './report-pairs';
import { PublishedFigures } from './published-figures';
import classes from './report.module.css';
import { ReportHeader } from './report-header';
import { RowsTable } from './rows-table';
import { ShowMore } from './show-more';
import { StepsTable } from './steps-table';

const NotesView = lazy(() => import('@/components/domain/notes/notes-view'));

interface ReportViewProps {
  report: Report;
  /** Where the files are: “/api/v1/experiments/06f…/export”; and the query to ask with. */
  files: string;
  query: string;
}

/** A result as one would write it up: what, where and how, the figures, and what they say. */
export function ReportView({ report, files, query }: ReportViewProps) {
  const { kind, charts, tested, method, spread, differs, remarks, not_comparable: apart } = report;
  const bottlenecks = report.bottlenecks ?? [];
  const steps = report.steps ?? [];
  const waterfall = charts.find(({ name }) => name === 'steps');
  const [main, ...others] = charts.filter((chart) => chart !== waterfall);
  const open = !['finished', 'failed', 'cancelled'].includes(report.state);
  return (
    <article className={classes.paper} data-untrusted={report.is_untrusted}>
      <Stack gap="xl">
        <ReportHeader report={report} files={files} query={query} />
        {open && <Text fz="sm">Not finished: these are the figures so far.</Text>}
        <Part title="Results">
          <Stack gap="lg">
            {main && <Chart chart={main} />}
            {kind === 'comparison' ? <ReportPairs report={report} /> : <RowsTable report={report} />}
          </Stack>
        </Part>
        {steps.length > 0 && (
          <Part title="Change against the step before">
            <Stack gap="lg">
              {waterfall && <Chart chart={waterfall} />}
              <StepsTable steps={steps} metric={report.metric} />
            </Stack>
          </Part>
        )}
        {report.accounting && (
          <Part title={report.accounting.title}>
            <AccountingTable accounting={report.accounting} />
          </Part>
        )}
        <Part title="Findings">
          <Findings findings={report.findings} />
        </Part>
        {spread.length > 0 && (
          <Part title="Spread">
            <Findings findings={spread} />
          </Part>
        )}
        {bottlenecks.length > 0 && (
          <Part title="Bottlenecks">
            <Lines lines={bottlenecks} />
          </Part>
        )}
        {others.map((chart) => (
          <Chart key={chart.name} chart={chart} />
        ))}
        <Part title="What was tested">
          <Lines lines={[...(report.description ? [report.description] : []), ...tested]} />
        </Part>
        <Part title="Environment">
          <Environment hosts={report.environment} note={report.environment_note} />
        </Part>
        <Part title="Method">
          <Lines lines={method} />
        </Part>
        {differs.length > 0 && (
          <Part title="What differs">
            <Lines lines={differs} />
          </Part>
        )}
        {remarks.length > 0 && (
          <Part title="Trials left out or marked">
            <Lines lines={remarks.map(({ text }) => text)} />
          </Part>
        )}
        <Part title="Not comparable">
          <Lines lines={apart.length ? apart : ['Nothing prevents comparing these figures.']} />
        </Part>
        {report.published && (
          <Part title="Published beside measured">
            <PublishedFigures published={report.published} />
          </Part>
        )}
        {report.notes && (
          <Part title="Notes">
            <Suspense>
              <NotesView text={report.notes} />
            </Suspense>
          </Part>
        )}
        {report.source && (
          <Part title="Source">
            <Source source={report.source} />
          </Part>
        )}
      </Stack>
    </article>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Title order={2} fz="lg" fw={650} mb="xs">
        {title}
      </Title>
      {children}
    </section>
  );
}

/** Sentences: one stands as a paragraph, several as a list. */
function Lines({ lines }: { lines: string[] }) {
  if (lines.length === 0) return <Text>Nothing is known.</Text>;
  if (lines.length === 1) return <Text className={classes.line}>{lines[0]}</Text>;
  return (
    <ShowMore count={lines.length} what="lines">
      {(shown) => <TextList className={classes.line} texts={lines.slice(0, shown)} />}
    </ShowMore>
  );
}

function Source({ source: { text, url } }: { source: NonNullable<Report['source']> }) {
  if (!url) return <Text className={classes.line}>{text}</Text>;
  return (
    <Anchor href={url} target="_blank" rel="noopener noreferrer nofollow" underline="always">
      {text}
    </Anchor>
  );
}
