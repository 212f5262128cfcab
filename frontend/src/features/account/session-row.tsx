import { Group, Text } from '@mantine/core';

import type { BrowserSession } from '@/api/queries/session';
import { Pill } from '@/components/ui/labels/pill';
import { ago, dateTime } from '@/components/words/format';
import { Small } from '@/components/ui/labels/texts';
import { PlainButton } from '@/components/ui/navigation/buttons';

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
export function SessionRow({ session, busy, onEnd }: SessionRowProps) {
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
