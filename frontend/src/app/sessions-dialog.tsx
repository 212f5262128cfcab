import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import {
  type BrowserSession,
  endSession,
  sessionsQuery,
  signOut,
  signOutEverywhere,
} from '@/api/queries/session';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { TableSkeleton } from '@/components/ui/feedback/loading';
import { Pill } from '@/components/ui/labels/pill';
import { ago, dateTime } from '@/components/words/format';

/** The browsers that are signed in, and how to end that. Mount it when it opens. */
export default function SessionsDialog({ onClose }: { onClose: () => void }) {
  const { data, error } = useQuery(sessionsQuery);
  const [failure, setFailure] = useState<unknown>();
  const [busy, setBusy] = useState<string>();

  const run = async (name: string, action: () => Promise<void>) => {
    setBusy(name);
    setFailure(undefined);
    try {
      await action();
    } catch (problem) {
      setFailure(problem);
    } finally {
      setBusy(undefined);
    }
  };

  return (
    <Modal opened onClose={onClose} title="Signed-in browsers">
      <Stack gap="md">
        {error && <ErrorState error={error} where="the sessions" />}
        {!data && !error && <TableSkeleton rows={2} />}
        <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
          {data?.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              busy={busy === session.id}
              onEnd={() => void run(session.id, () => endSession(session.id))}
            />
          ))}
        </Stack>
        {failure !== undefined && <ErrorState error={failure} where="nothing was changed" />}
        <Group justify="flex-end" gap="xs">
          <Button
            variant="default"
            c="var(--dyno-danger)"
            loading={busy === 'all'}
            onClick={() => void run('all', signOutEverywhere)}
          >
            Sign out everywhere
          </Button>
          <Button loading={busy === 'this'} onClick={() => void run('this', signOut)}>
            Sign out
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

interface SessionRowProps {
  session: BrowserSession;
  busy: boolean;
  onEnd: () => void;
}

function SessionRow({ session, busy, onEnd }: SessionRowProps) {
  return (
    <Group component="li" justify="space-between" wrap="nowrap" gap="sm">
      <div>
        <Group gap="xs">
          <Text fz="sm" fw={550}>
            {session.browser}
          </Text>
          {session.is_this && <Pill>this one</Pill>}
        </Group>
        <Text fz="xs" c="dimmed" title={`last used ${dateTime(session.last_used_at)}`}>
          by {session.came_from} on {dateTime(session.created_at)}, used {ago(session.last_used_at)}
        </Text>
      </div>
      {!session.is_this && (
        <Button
          size="xs"
          variant="default"
          loading={busy}
          onClick={onEnd}
          aria-label={`End the session of ${session.browser}`}
        >
          End
        </Button>
      )}
    </Group>
  );
}
