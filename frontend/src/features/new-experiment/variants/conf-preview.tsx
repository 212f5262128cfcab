import { Skeleton } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';

import type { PlannedRun } from '@/api/types';
import { CodeBlock } from '@/components/ui/code/code-block';
import { DiffView } from '@/components/ui/code/diff-view';
import { Section } from '@/components/ui/layout/section';
import { UrlSegments } from '@/components/ui/navigation/url-segments';
import { Muted } from '@/components/ui/labels/texts';

import { useEditor } from '../draft/editor-context';

const route = getRouteApi('/new');

/** The nginx.conf that a variant is measured with, as the server renders it, and what differs. */
export function ConfPreview({ variant }: { variant: string }) {
  const { good, isSettled, problems } = useEditor();
  const { conf } = route.useSearch();
  const run = good?.runs?.find((candidate) => candidate.variant === variant);
  const options = [
    ...(run?.parent ? [{ value: 'parent', label: `against ${run.parent}` }] : []),
    { value: 'baseline', label: 'against the baseline' },
    { value: 'whole', label: 'whole' },
  ];
  const fallback = run?.parent ? 'parent' : run?.is_baseline ? 'whole' : 'baseline';
  const view = options.find(({ value }) => value === conf)?.value ?? fallback;
  const stale = !isSettled || problems.length > 0;
  return (
    <Section
      title="nginx.conf"
      subtitle={stale && good ? '· as last planned' : 'rendered'}
      id="conf"
      aside={run && <UrlSegments name="conf" label="What to show" options={options} fallback={fallback} />}
      caption="Addresses and ports are placeholders until launch; nginx -t checks the real file on the host."
    >
      {!good && problems.length === 0 && <Skeleton h={160} />}
      {!run && (good || problems.length > 0) && (
        <Muted>It appears as soon as the definition can be planned.</Muted>
      )}
      {run && <Rendered run={run} view={view} />}
    </Section>
  );
}

function Rendered({ run, view }: { run: PlannedRun; view: string }) {
  if (view === 'whole')
    return <CodeBlock text={run.conf} label={`nginx.conf of ${run.name}`} maxHeight={420} copy />;
  const before = view === 'parent' ? (run.parent_conf ?? run.baseline_conf) : run.baseline_conf;
  if (before === run.conf) {
    return <Muted>The same nginx.conf. {outside(run)}</Muted>;
  }
  return (
    <DiffView
      before={before}
      after={run.conf}
      label={`nginx.conf of ${run.name}, difference`}
      maxHeight={420}
    />
  );
}

/** What is set without being written into nginx.conf. */
function outside({ set_here }: PlannedRun): string {
  const names = set_here.filter((name) => !/^(nginx|listen|upstream)\./.test(name));
  return names.length === 0
    ? ''
    : `${names.join(', ')} ${names.length === 1 ? 'acts' : 'act'} outside of it.`;
}
