import { lazy, Suspense } from 'react';

import type { Run, TrialDetail } from '@/api/types';
import { commandLine } from '@/components/words/command-line';
import { bytes } from '@/components/words/format';
import { TableSkeleton } from '@/components/ui/feedback/loading';
import { CopyButton } from '@/components/ui/sharing/copy-button';
import { FoldedSection } from '@/components/ui/layout/folded-section';
import { Muted } from '@/components/ui/labels/texts';

const Commands = lazy(() => import('./commands'));

/** The exact argument lists, with what was read back from the running processes. */
export function AsRun({ run, trial }: { run: Run; trial?: TrialDetail }) {
  const commands = [
    ...(trial?.argv.length ? [commandLine(trial.argv)] : []),
    ...run.setups.flatMap(({ argv = [] }) => argv.map(commandLine)),
  ];
  return (
    <FoldedSection
      id="as-run"
      title="As it was run"
      subtitle="argument lists, and settings as read back"
      aside={commands.length > 0 && <CopyButton text={commands.join('\n')} label="Copy all" />}
      caption={run.probe && probeWords(run.probe)}
    >
      {commands.length === 0 ? (
        <Muted>Nothing was started yet.</Muted>
      ) : (
        <Suspense fallback={<TableSkeleton rows={5} />}>
          <Commands run={run} trial={trial} />
        </Suspense>
      )}
    </FoldedSection>
  );
}

const probeWords = ({ status, bytes: size, server }: NonNullable<Run['probe']>) =>
  `One request before measuring was answered with status ${status}, ${bytes(size)}${server ? `, by ${server}` : ''}.`;
