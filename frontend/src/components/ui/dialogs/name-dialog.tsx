import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';

import { ErrorState } from '@/components/ui/feedback/error-state';
import { Muted } from '@/components/ui/labels/texts';

const MAX_LENGTH = 200;

interface NameDialogProps {
  title: string;
  /** The name on offer. */
  name: string;
  /** What pressing the button does. */
  text?: string;
  action: string;
  pending: boolean;
  /** Shown in the dialog, where nobody else says it. */
  error?: unknown;
  /** What the error means: “nothing was saved”. */
  failureText?: string;
  onSubmit: (name: string) => void;
  onClose: () => void;
}

/** Asks for a name. Mount it when it opens, so that each time starts from the name on offer. */
export function NameDialog({
  title,
  name,
  text,
  action,
  pending,
  error,
  failureText = 'nothing was changed',
  ...on
}: NameDialogProps) {
  const [newName, setTyped] = useState(name.slice(0, MAX_LENGTH));
  const fits = newName.trim() !== '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (fits && !pending) on.onSubmit(newName);
  };
  return (
    <Modal opened onClose={on.onClose} title={title}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            label="Name"
            value={newName}
            maxLength={MAX_LENGTH}
            data-autofocus
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          {text && <Muted>{text}</Muted>}
          {Boolean(error) && <ErrorState error={error} failedPart={failureText} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={on.onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={!fits} loading={pending}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
