import { Table } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';

import { revokeToken, tokensQuery } from '@/api/queries/enrolment';
import type { EnrolmentToken } from '@/api/types';
import { ago, dateTime } from '@/components/words/format';
import { ConfirmButton } from '@/components/ui/dialogs/confirm-button';
import { PlainTable } from '@/components/ui/layout/plain-table';
import { Section } from '@/components/ui/layout/section';

/** Tokens with which a machine can still come, each with its end. */
export function OpenTokens() {
  const { data } = useQuery(tokensQuery);
  const open = data?.filter(isOpen) ?? [];
  if (open.length === 0) return null;
  return (
    <Section
      title="Open enrolment tokens"
      caption="Anyone with a token can make a machine a host until it is used, expires or is revoked."
    >
      <PlainTable
        label="Open enrolment tokens"
        heads={['For', 'Roles', 'Made', 'Good until', 'Last agent']}
        last="Revoke"
        minWidth={720}
        stacks
      >
        {open.map((token) => (
          <Row key={token.id} token={token} />
        ))}
      </PlainTable>
    </Section>
  );
}

function Row({ token }: { token: EnrolmentToken }) {
  const client = useQueryClient();
  const revoke = () =>
    revokeToken(token.id).then(() => client.invalidateQueries({ queryKey: tokensQuery.queryKey }));
  return (
    <Table.Tr>
      <Table.Td>
        {token.host_name ?? (token.reusable ? 'any new machines' : 'one new machine')}
        {!token.approves && ', each after approval'}
      </Table.Td>
      <Table.Td>{token.roles.join(', ')}</Table.Td>
      <Table.Td>{ago(token.created_at)}</Table.Td>
      <Table.Td>{dateTime(token.expires_at)}</Table.Td>
      <Table.Td>{token.refusal ? `refused: ${token.refusal}` : (token.used_by ?? 'none yet')}</Table.Td>
      <Table.Td>
        <ConfirmButton
          label="Revoke"
          title="Revoke this token?"
          text="No machine can enrol with it. Hosts that used it stay; agents that wait with it are refused."
          confirm="Revoke it"
          keep="Keep it"
          action={revoke}
        />
      </Table.Td>
    </Table.Tr>
  );
}

/** Used ones stay in the answer for an hour, for the dialog that follows them. */
const isOpen = ({ used_at, reusable, expires_at }: EnrolmentToken) =>
  (!used_at || reusable) && Date.parse(expires_at) > Date.now();
