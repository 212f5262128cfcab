import { Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';

import {
  endSession,
  sessionsQuery,
  signOut,
  signOutEverywhere,
  type BrowserSession,
} from '@/api/queries/session';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { TableSkeleton } from '@/components/ui/feedback/loading';
import { Section } from '@/components/ui/layout/section';
import { PlainButton } from '@/components/ui/navigation/buttons';
import { Pill } from '@/components/ui/labels/pill';
import { ago, dateTime } from '@/components/words/format';
import { Small } from '@/components/ui/labels/texts';

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

/** What somebody signed in by. */
const WAY_WORDS: Record<BrowserSession['came_from'], string> = {
  link: 'a link of dyno login',
  token: 'the dashboard’s token',
  password: 'password',
  invited: 'an invitation',
  provider: 'the provider',
  reset: 'a link for a new password',
};

interface SessionRowProps {
  session: BrowserSession;
  busy: boolean;
  onEnd: () => void;
}

/** A browser that is signed in, and the button that ends that. */
function SessionRow({ session, busy, onEnd }: SessionRowProps) {
  return (
    <Group component="li" justify="space-between" wrap="nowrap" gap="sm">
      <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Group gap="xs">
          <Text fz="sm" fw={550}>
            {session.browser}
          </Text>
          {session.is_this && <Pill>this one</Pill>}
        </Group>
        <Small title={`last used ${dateTime(session.last_used_at)}`}>
          by {WAY_WORDS[session.came_from]} on {dateTime(session.created_at)}, used{' '}
          {ago(session.last_used_at)}
        </Small>
      </div>
      {!session.is_this && (
        <PlainButton
          size="xs"
          style={{ flexShrink: 0 }}
          loading={busy}
          onClick={onEnd}
          aria-label={`End the session of ${session.browser}`}
        >
          End
        </PlainButton>
      )}
    </Group>
  );
}
