import { Button, Stack, Text } from '@mantine/core';
import { IconRocket } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';

import { LaunchFailure } from '@/components/domain/launch/launch-failure';
import { useLaunch } from '@/components/domain/launch/use-launch';
import { plural } from '@/components/words/format';

import { saveDraft } from '../draft/draft';
import { type Editor, useEditor } from '../draft/editor-context';
import { originOf } from '../draft/source';
import { heldElsewhere } from '../testbed/testbed-state';

const route = getRouteApi('/new');

/** Why this cannot be launched now; nothing when it can. */
function hindrance({
  unread,
  problems,
  isSettled,
  plan,
}: Pick<Editor, 'unread' | 'problems' | 'isSettled' | 'plan'>) {
  if (problems.length > 0) return `${plural(problems.length, 'problem')} to fix first: see the list.`;
  if (!isSettled) return 'Planning the latest change …';
  if (unread || !plan?.runs?.length) return 'There is no plan yet.';
  return undefined;
}

/** Launches exactly what the plan shows, order included, and goes to the experiment. */
export function LaunchButton() {
  const editor = useEditor();
  const { body, plan } = editor;
  const origin = originOf(route.useSearch());
  const launch = useLaunch(() => saveDraft(origin, null));
  const reason = hindrance(editor);
  const behind = plan?.queue_behind ?? [];
  const holdText = editor.testbed && heldElsewhere(editor.testbed);
  return (
    <Stack gap="xs">
      <Button
        size="md"
        leftSection={<IconRocket size={18} />}
        disabled={reason !== undefined}
        aria-describedby="launch-hint"
        loading={launch.isPending}
        onClick={() => launch.mutate({ ...body, seed: plan?.seed })}
      >
        {holdText || behind.length > 0 ? 'Launch into the queue' : 'Launch'}
      </Button>
      <Text id="launch-hint" fz="xs" c={reason ? 'var(--dyno-danger)' : 'dimmed'} role="status">
        {reason ??
          (behind[0]
            ? `It starts when ${behind.map(({ name }) => `“${name}”`).join(', ')} ${behind.length === 1 ? 'has' : 'have'} ended.`
            : holdText
              ? `It starts when they are free: ${holdText}.`
              : 'It starts at once.')}
      </Text>
      {launch.isError && <LaunchFailure error={launch.error} />}
    </Stack>
  );
}
