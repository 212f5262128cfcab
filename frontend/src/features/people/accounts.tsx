import { Checkbox, Group, NativeSelect, Table, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';

import { type Account, accountsQuery, changeAccount, meQuery, type Role } from '@/api/queries/people';
import { ConfirmButton } from '@/components/ui/dialogs/confirm-button';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { TableSkeleton } from '@/components/ui/feedback/loading';
import { Pill } from '@/components/ui/labels/pill';
import { PlainTable } from '@/components/ui/layout/plain-table';
import { Section } from '@/components/ui/layout/section';
import { ago, dateTime } from '@/components/words/format';
import { Small } from '@/components/ui/labels/texts';
import { PlainButton } from '@/components/ui/navigation/buttons';

import { PasswordLink } from './password-link';

export const ROLES: Role[] = ['viewer', 'operator', 'admin'];
type Change = Parameters<typeof changeAccount>[1];

/** Everybody with an account; a change counts from that person’s next request on. */
export function Accounts() {
  const { data, error, isPending, refetch } = useQuery({ ...accountsQuery, refetchInterval: 15_000 });
  const change = useMutation({
    mutationFn: ({ id, body }: { id: string; body: Change }) => changeAccount(id, body),
  });
  const lastAdmin = onlyAdmin(data ?? []);
  return (
    <Section
      title="Accounts"
      caption="“Hosts” allows own nginx text, kernel settings, interrupts, targets and testbeds. The dashboard’s token can do everything without an account."
    >
      {isPending && <TableSkeleton rows={3} />}
      {error && <ErrorState error={error} failedPart="the accounts" onRetry={() => void refetch()} />}
      {change.isError && <ErrorState error={change.error} failedPart="nothing was changed" />}
      {data?.length === 0 && (
        <Text fz="sm">No account yet: sign in with the link of “dyno login”, or invite somebody.</Text>
      )}
      {data && data.length > 0 && (
        <PlainTable
          label="Accounts"
          heads={['Name', 'Role', 'Hosts', 'Signs in by', 'Last used']}
          widths={[undefined, 130, 72, 160, 130, 190]}
          last="Disable"
          minWidth={860}
          stacks
        >
          {data.map((account) => (
            <Row
              key={account.id}
              account={account}
              isLastAdmin={account.id === lastAdmin}
              busy={change.isPending}
              onChange={(body) => change.mutateAsync({ id: account.id, body })}
            />
          ))}
        </PlainTable>
      )}
    </Section>
  );
}

/** The id of the one admin that there is; nobody could let anybody in without. */
function onlyAdmin(accounts: Account[]): string | undefined {
  const admins = accounts.filter(({ role, disabled_at }) => role === 'admin' && !disabled_at);
  return admins.length === 1 ? admins[0]?.id : undefined;
}

interface RowProps {
  account: Account;
  isLastAdmin: boolean;
  busy: boolean;
  onChange: (body: Change) => Promise<unknown>;
}

function Row({ account, isLastAdmin, busy, onChange }: RowProps) {
  const { id, name, login, role, disabled_at: disabledAt } = account;
  const { data: me } = useQuery(meQuery);
  const mayGive = account.can_reach_hosts || (me?.can_reach_hosts ?? false); // everybody may take it away
  const set = (body: Change) => void onChange(body).catch(() => undefined); // shown above the table
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="xs">
          <Text fz="sm" fw={550}>
            {name}
          </Text>
          {me?.account_id === id && <Pill>you</Pill>}
          {disabledAt && <Pill tone="danger">disabled</Pill>}
        </Group>
        {login !== name && <Small>{login}</Small>}
      </Table.Td>
      <Table.Td>
        <NativeSelect
          size="xs"
          w={110}
          aria-label={`Role of ${name}`}
          data={ROLES}
          value={role}
          disabled={busy || isLastAdmin || Boolean(disabledAt)}
          onChange={({ currentTarget }) => set({ role: currentTarget.value as Role })}
        />
      </Table.Td>
      <Table.Td>
        <Checkbox
          aria-label={`${name} may reach into hosts`}
          title={
            role === 'viewer'
              ? 'For operators and admins'
              : mayGive
                ? undefined
                : 'Only somebody with this right can give it'
          }
          checked={account.can_reach_hosts && role !== 'viewer'}
          disabled={busy || role === 'viewer' || Boolean(disabledAt) || !mayGive}
          onChange={({ currentTarget }) => set({ can_reach_hosts: currentTarget.checked })}
        />
      </Table.Td>
      <Table.Td>
        <Group gap={6}>
          {waysOf(account)}
          {account.has_password && !disabledAt && me?.account_id !== id && <PasswordLink account={account} />}
        </Group>
      </Table.Td>
      <Table.Td title={account.last_used_at ? dateTime(account.last_used_at) : undefined}>
        {account.last_used_at ? ago(account.last_used_at) : 'not signed in'}
      </Table.Td>
      <Table.Td>
        <Group justify="flex-end">
          {disabledAt ? (
            <PlainButton size="xs" loading={busy} onClick={() => set({ disabled: false })}>
              Enable
            </PlainButton>
          ) : isLastAdmin ? (
            <Small maw={170}>The last admin: make somebody else an admin first.</Small>
          ) : (
            <ConfirmButton
              label="Disable"
              title={`Disable the account of ${name}?`}
              text="Its browsers are signed out at once, and its API tokens and invitations are deleted. Its results stay, and you can enable it again."
              confirm="Disable the account"
              keep="Keep it"
              action={() => onChange({ disabled: true })}
            />
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

const waysOf = ({ has_password, has_provider }: Account) =>
  [has_provider && 'provider', has_password && 'password'].filter(Boolean).join(', ') || 'link';
