import { Button, Group, Paper, Stack, Table, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { hostQuery, restoreHost } from '@/api/queries/hosts';
import type { Host, HostDetail, UnrestoredSetting } from '@/api/types';
import { ago, plural } from '@/components/words/format';
import { settingWords } from '@/components/words/settings';
import { CodeBlock } from '@/components/ui/code/code-block';
import { ConfirmButton } from '@/components/ui/dialogs/confirm-button';
import { CopyButton } from '@/components/ui/sharing/copy-button';
import { DocsLink } from '@/components/ui/navigation/docs-link';
import { leftWords } from '@/components/domain/hosts-to-restore';
import { useMay } from '@/components/domain/needs';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { PlainTable } from '@/components/ui/layout/plain-table';
import { Small } from '@/components/ui/labels/texts';

import classes from './host-card.module.css';

/** A host that is not as it was: what is left, why, and every way to put it right. */
export function RestoreCard({ host }: { host: Host }) {
  const { unrestored_settings } = host;
  return (
    <Paper component="section" className={classes.restore} aria-labelledby={`restore-${host.id}`}>
      <Stack gap="md">
        <div>
          <Group gap={8} wrap="nowrap" align="center">
            <IconAlertTriangle size={20} aria-hidden color="var(--dyno-danger)" style={{ flex: 'none' }} />
            <Title order={2} fz="lg" id={`restore-${host.id}`}>
              {host.name} {unrestored_settings.length > 0 ? 'is not' : 'may not be'} as it was
            </Title>
          </Group>
          <Text fz="sm" mt={6}>
            {unrestored_settings.length > 0
              ? `${plural(unrestored_settings.length, 'value')} could not be restored.`
              : 'Its agent did not confirm that everything is restored.'}{' '}
            No experiment can run on the host until that is fixed.
          </Text>
        </div>
        {unrestored_settings.length > 0 && <Values host={host} />}
        {unrestored_settings.length > 0 && <Commands unrestored_settings={unrestored_settings} host={host} />}
        <Actions host={host} />
      </Stack>
    </Paper>
  );
}

function Values({ host: { name, unrestored_settings } }: { host: Host }) {
  return (
    <PlainTable
      label={`What is left on ${name}`}
      heads={['Setting', 'Before', 'Now', 'Why it is left']}
      minWidth={520}
    >
      {unrestored_settings.map(({ setting, before, now, reason }) => (
        <Table.Tr key={`${setting.kind} ${setting.name}`}>
          <Table.Td className="dyno-mono">{settingWords(setting)}</Table.Td>
          <Table.Td className="dyno-mono">{before || '–'}</Table.Td>
          <Table.Td className="dyno-mono" fw={600}>
            {now || '–'}
          </Table.Td>
          <Table.Td>{reason}</Table.Td>
        </Table.Tr>
      ))}
    </PlainTable>
  );
}

function Commands({
  unrestored_settings,
  host: { name },
}: {
  unrestored_settings: UnrestoredSetting[];
  host: Host;
}) {
  const commands = [...new Set(unrestored_settings.map(({ command }) => command).filter(Boolean))].join('\n');
  const without = unrestored_settings.filter(({ command }) => !command);
  return (
    <div>
      {without.length > 0 && (
        <Text fz="sm" mb={6}>
          No command for {without.map(({ setting }) => settingWords(setting)).join(', ')}: its name or
          previous value is not one that Dynoboard would set. Check it on {name} before you change anything.
        </Text>
      )}
      {commands && <Typed commands={commands} name={name} />}
    </div>
  );
}

function Typed({ commands, name }: { commands: string; name: string }) {
  return (
    <div>
      <Group justify="space-between" mb={6}>
        <Text fz="sm" fw={500}>
          To undo it by hand, on {name}
        </Text>
        <CopyButton text={commands} />
      </Group>
      <CodeBlock text={commands} label={`Commands that undo it on ${name}`} wrap />
      <Small mt={6}>
        Then press “Try again”: the agent checks the values and finds them restored.{' '}
        <DocsLink topic="hostsToRestore">When a host needs a restore, and what helps</DocsLink>
      </Small>
    </div>
  );
}

function Actions({ host }: { host: Host }) {
  const mayReach = useMay('hosts');
  const client = useQueryClient();
  const detail = useQuery({ ...hostQuery(host.id), refetchInterval: 2_000 });
  const again = useMutation({
    mutationFn: (forget: boolean) => restoreHost(host.id, forget),
    onSettled: () => client.invalidateQueries({ queryKey: ['hosts'] }),
  });
  const last = detail.data && lastRestore(detail.data);
  const busy = again.isPending || last?.state === 'sent' || last?.state === 'pending';
  const hindrance = !mayReach
    ? 'Somebody with the right “hosts” can try again or leave it as it is.'
    : !host.online
      ? `${host.name} is offline: its agent restores everything when it starts again.`
      : host.held_by
        ? `“${host.held_by.name}” holds it and restores it when it ends.`
        : undefined;
  return (
    <Stack gap="xs">
      {again.isError && <ErrorState error={again.error} failedPart={`the restore of ${host.name}`} />}
      <Group gap="xs">
        <Button loading={busy} disabled={hindrance !== undefined} onClick={() => again.mutate(false)}>
          Try again
        </Button>
        <ConfirmButton
          label="Leave as it is"
          disabled={busy || hindrance !== undefined}
          title={`Leave ${host.name} as it is?`}
          text={`On ${host.name}, ${leftWords(host)}. The agent forgets the previous values: later experiments run with the current ones. The host accepts experiments again.`}
          confirm="Leave it and forget"
          keep="Keep it marked"
          action={() => again.mutateAsync(true)}
        />
      </Group>
      <Small role="status">
        {hindrance ?? (busy ? 'The agent tries …' : last && outcomeWords(last, host))}
      </Small>
    </Stack>
  );
}

/** The outcome of the last try. The card disappears when nothing is left, so something still is. */
function outcomeWords(
  { state, reported_at: at, failure_message: failureText }: HostDetail['jobs'][number],
  { unrestored_settings }: Host,
): string {
  if (state === 'done')
    return `Tried ${ago(at)}${unrestored_settings.length > 0 ? ': the settings above are still changed' : ''}.`;
  return `Tried, without an answer from the agent${failureText ? `: ${failureText}` : ''}.`;
}

const lastRestore = ({ jobs }: HostDetail) => jobs.find(({ kind }) => kind === 'restore');
