import { Button, Group, Modal, type ModalProps, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';

import { CodeBlock } from '@/components/ui/code/code-block';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { PlainButton } from '@/components/ui/navigation/buttons';

import { Form } from './form';

type DialogProps = Omit<ModalProps, 'opened'>;

/** A dialog that is only drawn while it is open: its end gives the focus back to what opened it. */
export function Dialog(props: DialogProps) {
  const [opener] = useState(openerOf);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement) setTimeout(() => opener.focus({ preventScroll: true }));
    },
    [opener],
  );
  return <Modal opened {...props} />;
}

/** What has the focus; of a menu's item, which is gone by then, the menu's button. */
function openerOf(): Element | null {
  const focus = document.activeElement;
  const menu = focus?.closest('[role="menu"]');
  return document.getElementById(menu?.getAttribute('aria-labelledby') ?? '') ?? focus;
}

/** A secret that was made: it is shown this once. */
interface Made {
  title: string;
  text: string;
  secret: string;
  label: string;
}

interface FormDialogProps extends Pick<DialogProps, 'title' | 'size' | 'onClose' | 'children'> {
  submit: string;
  cancel?: string;
  ready: boolean;
  busy: boolean;
  error: unknown;
  /** What did not happen, should it fail. */
  failureText: string;
  /** What the form made: it then takes its place. */
  creation?: Made;
  onSubmit: () => Promise<unknown>;
}

/** A form in a dialog; where it is refused, the dialog stays and says why. */
export function FormDialog({ title, creation, onClose, size, children, ...form }: FormDialogProps) {
  return (
    <Dialog title={creation?.title ?? title} onClose={onClose} size={size}>
      {creation ? (
        <Stack>
          <Text fz="sm">{creation.text}</Text>
          <CodeBlock text={creation.secret} label={creation.label} wrap copy />
          <Group justify="flex-end">
            <Button onClick={onClose}>Done</Button>
          </Group>
        </Stack>
      ) : (
        <Form onSubmit={form.onSubmit}>
          <Stack>
            {children}
            {Boolean(form.error) && <ErrorState error={form.error} failedPart={form.failureText} />}
            <Group justify="flex-end" gap="xs">
              <PlainButton onClick={onClose}>{form.cancel ?? 'Cancel'}</PlainButton>
              <Button type="submit" loading={form.busy} disabled={!form.ready}>
                {form.submit}
              </Button>
            </Group>
          </Stack>
        </Form>
      )}
    </Dialog>
  );
}
