import { Alert, Anchor, Stack, Text } from '@mantine/core';

import { messageWords } from '@/api/errors';
import { plural } from '@/components/words/format';

import { useEditor } from '../draft/editor-context';
import { placeWords, targetOf } from '../draft/problems';

const SHOWN = 12;

/** Everything that keeps this from being launched, each with its place and the way there. */
export function ProblemList() {
  const { problems, definition, unread, go } = useEditor();
  if (problems.length === 0) return null;
  const rest = problems.length - SHOWN;
  return (
    <Alert
      role="alert"
      variant="light"
      title={`${plural(problems.length, 'problem')} to fix`}
      styles={{ root: { background: 'var(--dyno-danger-soft)' }, title: { color: 'var(--dyno-danger)' } }}
    >
      <Stack gap="xs">
        {problems.slice(0, SHOWN).map((problem) => {
          const { place, message, label, line, column } = problem;
          return (
            <div key={`${place} ${line} ${message}`}>
              <Anchor
                component="button"
                type="button"
                fz="xs"
                ta="left"
                fw={600}
                title={place}
                onClick={() => go(unread ? { step: 'yaml' } : targetOf(place, definition), problem)}
              >
                {unread ? (label ?? place) || 'Definition' : placeWords(problem, definition)}
                {line !== undefined && ` · line ${line}${column === undefined ? '' : `, column ${column}`}`}
              </Anchor>
              <Text fz="sm" c="var(--dyno-ink)" style={{ overflowWrap: 'anywhere' }}>
                {messageWords(message, place)}
              </Text>
            </div>
          );
        })}
        {rest > 0 && <Text fz="sm">and {rest} more</Text>}
      </Stack>
    </Alert>
  );
}
