import { Group, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';

import { endSession, sessionsQuery, signOut, signOutEverywhere } from '@/api/queries/session';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { TableSkeleton } from '@/components/ui/feedback/loading';
import { Section } from '@/components/ui/layout/section';
import { PlainButton } from '@/components/ui/navigation/buttons';

import { SessionRow } from './session-row';

/** The browsers that are signed in to one’s account. */
export function Sessions() {
  const { data, error } = useQuery(sessionsQuery);
  const end = useMutation({ mutationFn: endSession });
  const out = useMutation({ mutationFn: (all: boolean) => (all ? signOutEverywhere() : signOut()) });
  return (
    <Section
      title="Signed-in browsers"
      tools={
        <Group gap="xs">
          <PlainButton
            size="xs"
            c="var(--dyno-danger)"
            loading={out.isPending}
            onClick={() => out.mutate(true)}
          >
            Sign out everywhere
          </PlainButton>
          <PlainButton size="xs" loading={out.isPending} onClick={() => out.mutate(false)}>
            Sign out
          </PlainButton>
        </Group>
      }
    >
      {error && <ErrorState error={error} failedPart="the sessions" />}
      {!data && !error && <TableSkeleton rows={2} />}
      <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
        {data?.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            busy={end.isPending && end.variables === session.id}
            onEnd={() => end.mutate(session.id)}
          />
        ))}
      </Stack>
      {(end.error ?? out.error) && (
        <ErrorState error={end.error ?? out.error} failedPart="nothing was changed" />
      )}
    </Section>
  );
}
