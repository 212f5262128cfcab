import { Stack, Table } from '@mantine/core';
import type { ReactNode } from 'react';

import type { Run, TrialDetail } from '@/api/types';
import { commandLine } from '@/components/words/command-line';
import { plural, roundWords } from '@/components/words/format';
import { CodeBlock } from '@/components/ui/code/code-block';
import { Small, Strong } from '@/components/ui/labels/texts';
import { PlainTable } from '@/components/ui/layout/plain-table';
import { settingWords } from '@/components/words/settings';

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

const ROLES = ['load', 'proxy', 'backend'] as const;

/** What hosts were changed to for this run, as read back. Nothing when the run changes no host. */
function AppliedSettings({ run: { applied: settings, hosts } }: { run: Run }) {
  const rows = ROLES.flatMap((role) =>
    (settings[role] ?? []).map((setting) => ({
      ...setting,
      host: hosts.find((host) => host.role === role)?.host ?? role,
      role,
    })),
  );
  if (rows.length === 0) return null;
  return (
    <div>
      <Small mb={4}>
        <Strong>Settings of the hosts</Strong> read back before the trials, restored afterwards
      </Small>
      <PlainTable
        label="Settings of the hosts"
        heads={[{ name: 'Host', pl: 0 }, 'Setting', 'Before', 'In this run']}
        minWidth={360}
        spacing={6}
      >
        {rows.map(({ role, host, setting, before, now }) => (
          <Table.Tr key={`${role} ${setting.kind} ${setting.name}`}>
            <Table.Td pl={0}>{host === role ? role : `${host} (${role})`}</Table.Td>
            <Table.Td className="dyno-mono" style={{ overflowWrap: 'anywhere' }}>
              {settingWords(setting)}
            </Table.Td>
            <Table.Td className="dyno-mono" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {before || '–'}
            </Table.Td>
            <Table.Td className="dyno-mono" fw={600} style={{ overflowWrap: 'anywhere' }}>
              {now || '–'}
            </Table.Td>
          </Table.Tr>
        ))}
      </PlainTable>
    </div>
  );
}
