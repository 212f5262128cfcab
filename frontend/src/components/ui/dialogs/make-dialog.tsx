import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { type FormEvent, type ReactNode, useRef } from 'react';

import { ErrorState } from '@/components/ui/feedback/error-state';
import { useFocusBack } from '@/components/ui/feedback/focus-back';
import { CodeBlock } from '@/components/ui/code/code-block';

/** A secret that was made: it is shown this once. */
export interface Made {
  title: string;
  text: string;
  secret: string;
  label: string;
}

interface MakeDialogProps {
  title: string;
  submit: string;
  ready: boolean;
  busy: boolean;
  error: unknown;
  /** What did not happen, should it fail. */
  where: string;
  made?: Made;
  onSubmit: () => Promise<unknown>;
  onClose: () => void;
  /** Fields. */
  children: ReactNode;
}

/** A form that makes a secret, and then shows it once. */
export function MakeDialog({ title, made, onClose, children, ...form }: MakeDialogProps) {
  useFocusBack();
  const sent = useRef(false); // a second click may come before the button shows the first
  if (made) {
    return (
      <Modal opened onClose={onClose} title={made.title}>
        <Stack>
          <Text fz="sm">{made.text}</Text>
          <CodeBlock text={made.secret} label={made.label} wrap copy />
          <Group justify="flex-end">
            <Button onClick={onClose}>Done</Button>
          </Group>
        </Stack>
      </Modal>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (sent.current) return;
    sent.current = true;
    void form.onSubmit().catch(() => (sent.current = false)); // shown as `error`
  };
  return (
    <Modal opened onClose={onClose} title={title}>
      <form onSubmit={submit}>
        <Stack>
          {children}
          {Boolean(form.error) && <ErrorState error={form.error} where={form.where} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={form.busy} disabled={!form.ready}>
              {form.submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
