import { Button, Group, Modal, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { endSession, sessionsQuery, signOut, signOutEverywhere } from '@/api/queries/session';
import { SessionRow } from '@/components/domain/session-row';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { TableSkeleton } from '@/components/ui/feedback/loading';

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
        {error && <ErrorState error={error} failedPart="the sessions" />}
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
        {failure !== undefined && <ErrorState error={failure} failedPart="nothing was changed" />}
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
