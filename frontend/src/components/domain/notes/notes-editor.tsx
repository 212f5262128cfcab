import { Alert, Button, Group, SegmentedControl, Stack, Text, Textarea } from '@mantine/core';
import { getHotkeyHandler } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';

import { CodeBlock } from '@/components/ui/code/code-block';
import { CopyButton } from '@/components/ui/sharing/copy-button';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { CardSkeleton } from '@/components/ui/feedback/loading';
import { ApiError } from '@/api/errors';
import { Small } from '@/components/ui/labels/texts';
import { PlainButton } from '@/components/ui/navigation/buttons';

import type { NotesDraft } from './notes-draft';

const NotesView = lazy(() => import('./notes-view'));

const MAX_LENGTH = 100_000;

/** Notes as the server has them. */
export interface Notes {
  notes: string;
  notes_version: number;
}

export interface NotesSource extends Notes {
  save: (notes: string, version: number) => Promise<unknown>;
  /** The notes as they are now, when somebody else was faster. */
  reload: () => Promise<Notes>;
}

interface NotesEditorProps extends NotesSource {
  draft: NotesDraft;
  onDraft: (draft: NotesDraft) => void;
  /** Saved, or given up. */
  onClose: () => void;
}

/** Markdown as text, with a preview; notes that somebody else changed are shown beside it, and nothing is lost. */
export function NotesEditor({ draft, onDraft, onClose, save, reload }: NotesEditorProps) {
  const [view, setView] = useState('write');
  const [otherNotes, setTheirs] = useState<Notes>();
  const saving = useMutation({
    mutationFn: async () => {
      try {
        await save(draft.text, draft.version);
      } catch (problem) {
        if (!(problem instanceof ApiError && problem.status === 409)) throw problem;
        const now = await reload();
        setTheirs(now);
        onDraft({ text: draft.text, version: now.notes_version });
        return;
      }
      onClose();
    },
  });
  const tooLong = draft.text.length > MAX_LENGTH;
  const submit = () => {
    if (!saving.isPending && !tooLong) saving.mutate();
  };
  return (
    <Stack gap="sm">
      {otherNotes && (
        <Changed otherNotes={otherNotes} onTake={() => onDraft({ ...draft, text: otherNotes.notes })} />
      )}
      <Group justify="space-between" gap="xs">
        <SegmentedControl
          size="xs"
          aria-label="Write or preview"
          value={view}
          onChange={setView}
          data={[
            { value: 'write', label: 'Write' },
            { value: 'preview', label: 'Preview' },
          ]}
        />
        <Small>Markdown, with tables and task lists; @ mentions somebody</Small>
      </Group>
      {view === 'write' ? (
        <Textarea
          autosize
          minRows={6}
          maxRows={30}
          autoFocus
          aria-label="Notes in Markdown"
          error={tooLong && `${draft.text.length} characters; at most ${MAX_LENGTH} are kept`}
          value={draft.text}
          onChange={({ currentTarget }) => onDraft({ ...draft, text: currentTarget.value })}
          onKeyDown={getHotkeyHandler([['mod+Enter', submit]])}
        />
      ) : (
        <Suspense fallback={<CardSkeleton lines={4} />}>
          {draft.text.trim() ? <NotesView text={draft.text} /> : <Text c="dimmed">Nothing written yet.</Text>}
        </Suspense>
      )}
      {saving.isError && (
        <ErrorState
          error={saving.error}
          failedPart="the notes"
          hint="They are not saved; your text is kept here."
        />
      )}
      <Group gap="xs">
        <Button size="xs" loading={saving.isPending} disabled={tooLong} onClick={submit}>
          {otherNotes ? 'Save mine in place of theirs' : 'Save'}
        </Button>
        <PlainButton size="xs" onClick={onClose}>
          {otherNotes ? 'Keep theirs' : 'Cancel'}
        </PlainButton>
      </Group>
    </Stack>
  );
}

function Changed({ otherNotes, onTake }: { otherNotes: Notes; onTake: () => void }) {
  return (
    <Alert
      color="yellow"
      variant="light"
      title="Someone else changed the notes in the meantime"
      styles={{ body: { minWidth: 0 }, title: { color: 'var(--mantine-color-text)' } }}
    >
      <Text fz="sm" mb="xs">
        Nothing is saved yet. Theirs are here, yours below: merge them, then save.
      </Text>
      <CodeBlock
        text={otherNotes.notes || '(no notes)'}
        label="Their notes"
        wrap
        maxHeight={240}
        copy={false}
      />
      <Group gap="xs" mt="xs">
        <CopyButton text={otherNotes.notes} label="Copy theirs" />
        <PlainButton size="xs" onClick={onTake}>
          Start from theirs
        </PlainButton>
      </Group>
    </Alert>
  );
}
