import { Table } from '@mantine/core';

import type { Run } from '@/api/types';
import { PlainTable } from '@/components/ui/layout/plain-table';
import { settingWords } from '@/components/words/settings';
import { Small, Strong } from '@/components/ui/labels/texts';

const ROLES = ['load', 'proxy', 'backend'] as const;

/** What hosts were changed to for this run, as read back. Nothing when the run changes no host. */
export function AppliedSettings({ run: { applied: settings, hosts } }: { run: Run }) {
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
