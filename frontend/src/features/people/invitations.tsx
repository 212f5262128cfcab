import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { invitationsQuery, withdraw } from '@/api/queries/people';
import { ConfirmButton } from '@/components/ui/dialogs/confirm-button';
import { PlainTable } from '@/components/ui/layout/plain-table';
import { Section } from '@/components/ui/layout/section';
import { ago, dateTime } from '@/components/words/format';

/** Links that nobody has used yet. */
export function Invitations() {
  const { data = [] } = useQuery({ ...invitationsQuery, refetchInterval: 15_000 });
  if (data.length === 0) return null;
  return (
    <Section
      title="Open invitations"
      caption="Each link makes one account. Anyone with the link can use it until it expires or is withdrawn."
    >
      <PlainTable
        label="Open invitations"
        heads={['For', 'Role', 'Made', 'Good until']}
        widths={[undefined, 130, 180, 180, 130]}
        last="Withdraw"
        minWidth={800}
        stacks
      >
        {data.map((invitation) => (
          <Table.Tr key={invitation.id}>
            <Table.Td>{invitation.note}</Table.Td>
            <Table.Td>{invitation.can_reach_hosts ? `${invitation.role}, hosts` : invitation.role}</Table.Td>
            <Table.Td>
              {ago(invitation.created_at)}
              {invitation.made_by && ` by ${invitation.made_by}`}
            </Table.Td>
            <Table.Td>{dateTime(invitation.expires_at)}</Table.Td>
            <Table.Td align="right">
              <ConfirmButton
                label="Withdraw"
                title={`Withdraw the invitation for ${invitation.note}?`}
                text="Its link stops working at once."
                confirm="Withdraw it"
                keep="Keep it"
                action={() => withdraw(invitation.id)}
              />
            </Table.Td>
          </Table.Tr>
        ))}
      </PlainTable>
    </Section>
  );
}
