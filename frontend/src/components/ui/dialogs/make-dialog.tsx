import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

import { ErrorState } from '@/components/ui/feedback/error-state';
import { useFocusBack } from '@/components/ui/feedback/focus-back';
import { CodeBlock } from '@/components/ui/code/code-block';
import { PlainButton } from '@/components/ui/navigation/buttons';

import { Form } from './form';

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
  failureText: string;
  creation?: Made;
  onSubmit: () => Promise<unknown>;
  onClose: () => void;
  /** Fields. */
  children: ReactNode;
}

/** A form that makes a secret, and then shows it once. */
export function MakeDialog({ title, creation, onClose, children, ...form }: MakeDialogProps) {
  useFocusBack();
  if (creation) {
    return (
      <Modal opened onClose={onClose} title={creation.title}>
        <Stack>
          <Text fz="sm">{creation.text}</Text>
          <CodeBlock text={creation.secret} label={creation.label} wrap copy />
          <Group justify="flex-end">
            <Button onClick={onClose}>Done</Button>
          </Group>
        </Stack>
      </Modal>
    );
  }
  return (
    <Modal opened onClose={onClose} title={title}>
      <Form onSubmit={form.onSubmit}>
        <Stack>
          {children}
          {Boolean(form.error) && <ErrorState error={form.error} failedPart={form.failureText} />}
          <Group justify="flex-end" gap="xs">
            <PlainButton onClick={onClose}>Cancel</PlainButton>
            <Button type="submit" loading={form.busy} disabled={!form.ready}>
              {form.submit}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Modal>
  );
}
