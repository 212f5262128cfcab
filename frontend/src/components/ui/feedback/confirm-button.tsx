import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';

import { ErrorState } from './error-state';

interface ConfirmButtonProps {
  label: string;
  disabled?: boolean;
  title: string;
  /** What will happen, and what is lost. */
  text: string;
  confirm: string;
  keep: string;
  action: () => Promise<unknown>;
}

/** A button for what cannot be undone: asks first, and shows why when it did not work. */
export function ConfirmButton({ label, disabled, title, text, confirm, keep, action }: ConfirmButtonProps) {
  const [opened, { open, close }] = useDisclosure(false);
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState(false);

  const act = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await action();
      close();
    } catch (problem) {
      setError(problem);
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <Button
        variant="default"
        c={disabled ? undefined : 'var(--dyno-danger)'}
        disabled={disabled}
        onClick={open}
      >
        {label}
      </Button>
      <Modal opened={opened} onClose={close} title={title}>
        <Stack gap="md">
          <Text fz="sm">{text}</Text>
          {error !== undefined && <ErrorState error={error} where="nothing was changed" />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              {keep}
            </Button>
            <Button color="red.9" loading={busy} onClick={() => void act()}>
              {confirm}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
