import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';

import type { Run, TrialDetail } from '@/api/types';
import { commandLine } from '@/components/words/command-line';
import { plural, roundWords } from '@/components/words/format';
import { CodeBlock } from '@/components/ui/code/code-block';
import { Small, Strong } from '@/components/ui/labels/texts';

import { AppliedSettings } from './applied-settings';

/** Argument lists of load tool and servers, with what was read back of each. */
export default function Commands({ run, trial }: { run: Run; trial?: TrialDetail }) {
  return (
    <Stack gap="md">
      {trial && trial.argv.length > 0 && (
        <Command
          title="Load tool"
          remark={[trial.tool_version, roundWords(trial.round, trial.repeat)].filter(Boolean).join(', ')}
          commands={[commandLine(trial.argv)]}
        />
      )}
      {run.setups.map((setup) => (
        <Command
          key={setup.key}
          title={setup.role === 'proxy' ? 'Proxy' : 'Backend'}
          remark={setupWords(setup)}
          commands={(setup.argv ?? []).map(commandLine)}
        />
      ))}
      <AppliedSettings run={run} />
    </Stack>
  );
}

function Command({ title, remark, commands }: { title: string; remark: ReactNode; commands: string[] }) {
  return (
    <div>
      <Small mb={4}>
        <Strong>{title}</Strong> {remark}
      </Small>
      {commands.length > 0 && (
        <CodeBlock text={commands.join('\n')} label={`Argument list of the ${title.toLowerCase()}`} wrap />
      )}
    </div>
  );
}

/** “nginx/1.22.1 on proxy, 2 workers seen on CPUs 0 and 1”. */
function setupWords(setup: Run['setups'][number]): string {
  const { version, host, workers, cpus_asked, failure, effective = {} } = setup;
  if (failure) return failure.message;
  const cpus = [...new Set((workers ?? []).map((worker) => worker.cpus))];
  const workersText = workers?.length
    ? `${plural(workers.length, 'worker')} seen on CPUs ${cpus.join(' and ')}`
    : '';
  const pinText = cpus_asked ? `pinned to ${cpus_asked}` : 'not pinned';
  const limits = Object.entries(effective).map(
    ([name, value]) => EFFECTIVE[name]?.(value) ?? `${name} ${value}`,
  );
  return [`${version} on ${host}`, workersText, pinText, ...limits].filter(Boolean).join(', ');
}

/** What else was read back of the workers, in words. */
const EFFECTIVE: Record<string, (value: string) => string> = {
  nofile: (value) => `at most ${value} open files`,
  nice: (value) => `nice ${value}`,
  tls: (value) => `TLS key ${value}`,
  handshake: (value) => `a handshake gave ${value}`,
};
