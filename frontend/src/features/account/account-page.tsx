import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { meQuery } from '@/api/queries/people';
import { AccountPages } from '@/components/domain/account-pages';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { PageSkeleton } from '@/components/ui/feedback/loading';
import { PageHeader } from '@/components/ui/layout/page-header';
import { Section } from '@/components/ui/layout/section';
import { Muted } from '@/components/ui/labels/texts';

import { ApiTokens } from './api-tokens';
import { NoticesSection } from './notices-section';
import { PasswordSection } from './password-section';
import { ProviderSection } from './provider-section';
import { Sessions } from './sessions';

/** Who is signed in, and what belongs to that account alone. */
export function AccountPage() {
  const { data: me, isPending, error, refetch } = useQuery(meQuery);
  if (isPending) return <PageSkeleton />;
  if (error) return <ErrorState error={error} failedPart="your account" onRetry={() => void refetch()} />;
  const rights = me.can_reach_hosts ? `${me.role}, may reach into hosts` : me.role;
  return (
    <Stack gap="lg">
      <AccountPages />
      <PageHeader
        title={me.account_id ? me.name : 'The dashboard’s token'}
        meta={
          <Muted>
            {me.login && me.login !== me.name && `${me.login} · `}
            {rights}
          </Muted>
        }
      />
      {me.account_id ? (
        <>
          <ProviderSection me={me} />
          <PasswordSection hasPassword={me.has_password} />
        </>
      ) : (
        <Section title="No account">
          <Text fz="sm">
            You are signed in with the dashboard’s token, which has no account. Open the link of{' '}
            <code className="dyno-mono">dyno login</code> for an account with a password and API tokens.
          </Text>
        </Section>
      )}
      <NoticesSection hasAccount={me.account_id !== null} />
      <Sessions />
      {me.account_id && <ApiTokens me={me} />}
    </Stack>
  );
}
