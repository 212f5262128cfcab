import { Group, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';

import type { Me } from '@/api/queries/people';
import { goToProvider, waysQuery } from '@/api/queries/session';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { Section } from '@/components/ui/layout/section';
import { PlainButton } from '@/components/ui/navigation/buttons';

/** How one signs in, where an OpenID provider does that too; and the button that links the account to it. */
export function ProviderSection({ me }: { me: Me }) {
  const { data: ways } = useQuery(waysQuery());
  const link = useMutation({ mutationFn: () => goToProvider({ to: '/account', link: true }) });
  if (!ways?.provider) return null;
  const name = ways.provider;
  const waysIn = [me.has_provider && name, me.has_password && 'a password', 'links of “dyno login”'];
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
