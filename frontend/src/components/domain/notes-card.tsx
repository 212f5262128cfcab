import { Box, Button, Spoiler, Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';

import { CardSkeleton } from '@/components/ui/feedback/loading';
import { Section } from '@/components/ui/layout/section';

import { loadDraft, saveDraft } from './notes-draft';
import { NotesEditor, type NotesSource } from './notes-editor';

const NotesView = lazy(() => import('./notes-view'));
const FOLDED_PX = 260;

interface NotesCardProps extends NotesSource {
  /** Keeps what is written in this tab over reloads: “experiment.06f3k2”. */
  name: string;
}

/** Notes in Markdown: read, and edited in place. Without any it is one small button. */
export function NotesCard({ name, ...source }: NotesCardProps) {
  const { notes, notes_version } = source;
  const [draft, setDraft] = useState(() => loadDraft(name));
  useEffect(() => saveDraft(name, draft), [name, draft]);
  const edit = () => setDraft({ text: notes, version: notes_version });

  if (!draft && !notes) {
    return (
      <Button size="compact-xs" variant="subtle" leftSection={<IconPencil size={14} />} onClick={edit}>
        Add notes
      </Button>
    );
  }
  return (
    <Box w="100%" miw={0}>
      <Section
        title="Notes"
        id="notes"
        aside={
          draft ? (
            <Text fz="xs" c="dimmed">
              not saved yet
            </Text>
          ) : (
            <Button size="xs" variant="default" leftSection={<IconPencil size={14} />} onClick={edit}>
              Edit
            </Button>
          )
        }
      >
        {draft ? (
          <NotesEditor draft={draft} onDraft={setDraft} onClose={() => setDraft(null)} {...source} />
        ) : (
          <Spoiler maxHeight={FOLDED_PX} showLabel="Read all" hideLabel="Show less">
            <Suspense fallback={<CardSkeleton lines={3} />}>
              <NotesView text={notes} />
            </Suspense>
          </Spoiler>
        )}
      </Section>
    </Box>
  );
}
