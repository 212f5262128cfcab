import { Stack, Text, Group } from '@mantine/core';
import { useQuery, useMutation } from '@tanstack/react-query';

import { meQuery, type Me } from '@/api/queries/people';
import { AccountPages } from '@/components/domain/account-pages';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { PageSkeleton } from '@/components/ui/feedback/loading';
import { PageHeader } from '@/components/ui/layout/page-header';
import { Section } from '@/components/ui/layout/section';
import { Muted } from '@/components/ui/labels/texts';
import { goToProvider, waysQuery } from '@/api/queries/session';
import { PlainButton } from '@/components/ui/navigation/buttons';

import { ApiTokens } from './api-tokens';
import { NoticesSection } from './notices-section';
import { PasswordSection } from './password-section';
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

/** How one signs in, where an OpenID provider does that too; and the button that links the account to it. */
function ProviderSection({ me }: { me: Me }) {
  const { data: ways } = useQuery(waysQuery());
  const link = useMutation({ mutationFn: () => goToProvider({ to: '/account', link: true }) });
  if (!ways?.provider) return null;
  const name = ways.provider;
  const waysIn = [
    me.has_provider && name,
    me.has_password && 'a password',
    me.is_owners && 'links of “dyno login”',
  ];
  return (
    <Section title="How you sign in" caption="Signing out here does not sign you out at the provider.">
      <Group justify="space-between">
        <Text fz="sm">By {waysIn.filter(Boolean).join(', or ')}.</Text>
        <PlainButton size="xs" loading={link.isPending || link.isSuccess} onClick={() => link.mutate()}>
          {me.has_provider ? `Link another person of ${name}` : `Link to ${name}`}
        </PlainButton>
      </Group>
      {link.isError && <ErrorState error={link.error} failedPart="nothing was linked" />}
    </Section>
  );
}
