import { Stack } from '@mantine/core';

import { AccountPages } from '@/components/domain/account-pages';
import { NeedsPage } from '@/components/domain/needs-page';
import { DocsLink } from '@/components/ui/navigation/docs-link';
import { PageHeader } from '@/components/ui/layout/page-header';
import { Muted } from '@/components/ui/labels/texts';

import { Accounts } from './accounts';
import { Invitations } from './invitations';
import { InviteButton } from './invite-button';

/** Who may come in, and what each may do; for admins. */
export function PeoplePage() {
  return (
    <NeedsPage right="admin">
      <Stack gap="lg">
        <AccountPages />
        <PageHeader
          title="People"
          actions={<InviteButton />}
          meta={
            <Muted maw={760}>
              Viewers read. Operators launch, cancel and write. Admins also manage people and hosts.{' '}
              <DocsLink topic="people">What each can and cannot do</DocsLink>
            </Muted>
          }
        />
        <Accounts />
        <Invitations />
      </Stack>
    </NeedsPage>
  );
}
