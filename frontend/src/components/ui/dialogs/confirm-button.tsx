import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';

import { ErrorState } from '@/components/ui/feedback/error-state';
import { Hint } from '@/components/ui/labels/hint';
import { PlainButton } from '@/components/ui/navigation/buttons';

interface Question {
  title: string;
  /** What will happen, and what is lost. */
  text: string;
  confirm: string;
  keep: string;
  action: () => Promise<unknown>;
}

interface ConfirmButtonProps extends Question {
  label: string;
  disabled?: boolean;
  /** Why it is not possible now. */
  hindrance?: string;
}

/** A button for what cannot be undone: asks first, and shows why when it did not work. */
export function ConfirmButton({ label, disabled = false, hindrance, ...question }: ConfirmButtonProps) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const isDisabled = disabled || hindrance !== undefined;
  const button = (
    <PlainButton c={isDisabled ? undefined : 'var(--dyno-danger)'} disabled={isDisabled} onClick={open}>
      {label}
    </PlainButton>
  );
  return (
    <>
      {hindrance === undefined ? button : <Hint label={hindrance}>{button}</Hint>}
      <ConfirmDialog {...question} isOpen={isOpen} onClose={close} />
    </>
  );
}

interface ConfirmDialogProps extends Question {
  isOpen: boolean;
  onClose: () => void;
}

/** The question by itself, for what is asked from a menu. */
export function ConfirmDialog({ isOpen, onClose, title, text, confirm, keep, action }: ConfirmDialogProps) {
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState(false);

  const act = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await action();
      onClose();
    } catch (problem) {
      setError(problem);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Modal opened={isOpen} onClose={onClose} title={title}>
      <Stack gap="md">
        <Text fz="sm">{text}</Text>
        {error !== undefined && <ErrorState error={error} failedPart="nothing was changed" />}
        <Group justify="flex-end" gap="xs">
          <PlainButton onClick={onClose}>{keep}</PlainButton>
          <Button color="red.9" loading={busy} onClick={() => void act()}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
