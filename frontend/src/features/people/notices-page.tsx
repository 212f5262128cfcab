import { Stack } from '@mantine/core';

import { AccountPages } from '@/components/domain/account-pages';
import { NeedsPage } from '@/components/domain/needs-page';
import { PageHeader } from '@/components/ui/layout/page-header';
import { DocsLink } from '@/components/ui/navigation/docs-link';
import { Muted } from '@/components/ui/labels/texts';

import { Deliveries } from './deliveries';
import { Receivers } from './receivers';

/** Who is told when something ends, and what came of it; for admins. */
export function NoticesPage() {
  return (
    <NeedsPage right="admin">
      <Stack gap="lg">
        <AccountPages />
        <PageHeader
          title="Notices"
          meta={
            <Muted maw={760}>
              Webhooks, chats and mail addresses that get a notice when an experiment ends or a host needs a
              restore. <DocsLink topic="notices">What is sent, and how to verify the sender</DocsLink>
            </Muted>
          }
        />
        <Receivers />
        <Deliveries />
      </Stack>
    </NeedsPage>
  );
}
