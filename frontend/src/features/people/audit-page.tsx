import { Group, NativeSelect, Stack, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';

import { accountsQuery, type Act, type AuditEntry, auditQuery } from '@/api/queries/people';
import { AccountPages } from '@/components/domain/account-pages';
import { NeedsPage } from '@/components/domain/needs-page';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { TableSkeleton } from '@/components/ui/feedback/loading';
import { PageHeader } from '@/components/ui/layout/page-header';
import { PlainTable } from '@/components/ui/layout/plain-table';
import { Section } from '@/components/ui/layout/section';
import { ButtonLink } from '@/components/ui/navigation/links';
import { dateTime } from '@/components/words/format';
import { Small } from '@/components/ui/labels/texts';
import { PlainButton } from '@/components/ui/navigation/buttons';

const route = getRouteApi('/account/audit');
const PAGE = 200;
const ACTS: Act[] = [
  'launched',
  'imported',
  'cancelled',
  'measured more',
  'judged again',
  'deleted',
  'saved',
  'changed',
  'shared',
  'enrolled',
  'refused',
  'removed',
  'restored',
  'signed in',
  'failed sign-in',
  'invited',
  'joined',
  'linked',
  'rights changed',
  'password changed',
  'password link made',
  'token made',
  'receiver changed',
];

/** Who did what; nobody can change it here. */
export function AuditPage() {
  return (
    <NeedsPage right="admin">
      <Audit />
    </NeedsPage>
  );
}

function Audit() {
  const { act, account, before } = route.useSearch();
  const filter = {
    act: ACTS.find((knownAct) => knownAct === act),
    account_id: account,
    before: Number(before) || undefined,
  };
  const { data, error, isPending, refetch } = useQuery(auditQuery(filter));
  return (
    <Stack gap="lg">
      <AccountPages />
      <PageHeader title="Audit log" actions={<Exports act={filter.act} account={account} />} />
      <Filters />
      <Section title="What people did" caption="Rows are only added; the database refuses to change them.">
        {isPending && <TableSkeleton rows={6} />}
        {error && <ErrorState error={error} failedPart="the audit log" onRetry={() => void refetch()} />}
        {data?.length === 0 && <EmptyState plain title="Nothing of that kind" />}
        {data && data.length > 0 && <Entries entries={data} />}
      </Section>
      <Group justify="flex-end">
        {data?.length === PAGE && (
          <ButtonLink
            to="/account/audit"
            search={(old) => ({ ...old, before: String(data.at(-1)?.id) })}
            variant="default"
          >
            Older
          </ButtonLink>
        )}
      </Group>
    </Stack>
  );
}

function Filters() {
  const { act, account } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: people = [] } = useQuery(accountsQuery);
  const set = (change: { act?: string; account?: string }) =>
    void navigate({ search: (old) => ({ ...old, ...change, before: undefined }), replace: true });
  return (
    <Group gap="sm">
      <NativeSelect
        label="Act"
        data={[{ value: '', label: 'all' }, ...ACTS]}
        value={act ?? ''}
        onChange={({ currentTarget }) => set({ act: currentTarget.value || undefined })}
      />
      <NativeSelect
        label="By"
        data={[
          { value: '', label: 'everybody' },
          ...people.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={account ?? ''}
        onChange={({ currentTarget }) => set({ account: currentTarget.value || undefined })}
      />
    </Group>
  );
}

function Exports({ act, account }: { act?: string; account?: string }) {
  const query = new URLSearchParams({ ...(act && { act }), ...(account && { account_id: account }) });
  return (['csv', 'json'] as const).map((kind) => (
    <PlainButton
      key={kind}
      component="a"
      href={`/api/v1/audit/export.${kind}?${query.toString()}`}
      download={`audit.${kind}`}
    >
      {kind.toUpperCase()}
    </PlainButton>
  ));
}

function Entries({ entries }: { entries: AuditEntry[] }) {
  return (
    <PlainTable
      label="Audit log"
      heads={['When', 'Who', 'Did', 'What', 'Details']}
      widths={[150, '16%', 140, '24%', undefined]}
      minWidth={860}
      stacks
      spacing={6}
    >
      {entries.map((entry) => (
        <Table.Tr key={entry.id}>
          <Table.Td>{dateTime(entry.at)}</Table.Td>
          <Table.Td>
            {entry.name}
            <Small className="dyno-mono">{entry.account_id}</Small>
          </Table.Td>
          <Table.Td>{entry.act}</Table.Td>
          <Table.Td>{entry.words}</Table.Td>
          <Table.Td>{detailsOf(entry) && <Small className="dyno-mono">{detailsOf(entry)}</Small>}</Table.Td>
        </Table.Tr>
      ))}
    </PlainTable>
  );
}

const detailsOf = ({ details }: AuditEntry) =>
  Object.entries(details)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}: ${name === 'reaches' ? placesOf(value) : textOf(value)}`)
    .join(', ');

/** Where a definition reaches into hosts; the digests of its texts are in the exports. */
const placesOf = (value: unknown) => Object.keys(value as object).join(', ');

const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));
