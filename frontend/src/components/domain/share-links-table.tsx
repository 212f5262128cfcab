import { Button, Table } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { revokeShareLink, type ShareLink } from '@/api/queries/share';
import { Pill } from '@/components/ui/labels/pill';
import { PlainLink } from '@/components/ui/navigation/plain-link';
import { dateTime } from '@/components/words/format';
import { PlainTable } from '@/components/ui/layout/plain-table';
import { Small } from '@/components/ui/labels/texts';

import { Needs } from './needs';

interface ShareLinksTableProps {
  links: readonly ShareLink[];
  /** Say what each link shows, where they are of several things. */
  withSubjects?: boolean;
}

/** Links with who made them and when, until when they work and when they were last opened. */
export function ShareLinksTable({ links, withSubjects = false }: ShareLinksTableProps) {
  return (
    <PlainTable
      label="Share links"
      heads={[withSubjects && 'Shows', 'Made', 'Works until', 'Last opened']}
      last="Revoke"
      minWidth={withSubjects ? 640 : 480}
      stacks
      spacing="sm"
    >
      {links.map((link) => (
        <Table.Tr key={link.id}>
          {withSubjects && (
            <Table.Td>
              <PlainLink href={link.page}>{link.title}</PlainLink>
              <Small>{link.as_report ? `${link.kind}, its report` : link.kind}</Small>
            </Table.Td>
          )}
          <Table.Td>
            {dateTime(link.created_at)}
            <Small>by {link.made_by}</Small>
          </Table.Td>
          <Table.Td>
            {untilWords(link)} {link.with_hosts && <Pill>with hosts</Pill>}
          </Table.Td>
          <Table.Td>{link.opened_at ? dateTime(link.opened_at) : 'not yet'}</Table.Td>
          <Table.Td ta="right">
            {link.works && (
              <Needs right="operator">
                <Revoke link={link} />
              </Needs>
            )}
          </Table.Td>
        </Table.Tr>
      ))}
    </PlainTable>
  );
}

function untilWords({ revoked_at, expires_at, works }: ShareLink): string {
  if (revoked_at) return `revoked ${dateTime(revoked_at)}`;
  const isExpired = expires_at ? new Date(expires_at) <= new Date() : false;
  if (!works && !isExpired) return 'ended: it was deleted';
  if (!expires_at) return 'it is revoked';
  return works ? dateTime(expires_at) : `expired ${dateTime(expires_at)}`;
}

function Revoke({ link }: { link: ShareLink }) {
  const client = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => revokeShareLink(link.id),
    onSuccess: () => client.invalidateQueries({ queryKey: ['share-links'] }),
  });
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      color="gray"
      c="var(--dyno-danger)"
      loading={revoke.isPending}
      onClick={() => revoke.mutate()}
    >
      Revoke
    </Button>
  );
}
