import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';

import { ErrorState } from '@/components/ui/feedback/error-state';
import { Hint } from '@/components/ui/labels/hint';
import { PlainButton } from '@/components/ui/navigation/buttons';

import { Dialog } from './dialog';

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
      {isOpen && <ConfirmDialog {...question} onClose={close} />}
    </>
  );
}

/** The question by itself, for what is asked from a menu. */
export function ConfirmDialog({
  title,
  text,
  confirm,
  keep,
  action,
  onClose,
}: Question & { onClose: () => void }) {
  const act = useMutation({ mutationFn: action, onSuccess: onClose });
  return (
    <Dialog onClose={onClose} title={title}>
      <Stack gap="md">
        <Text fz="sm">{text}</Text>
        {act.isError && <ErrorState error={act.error} failedPart="nothing was changed" />}
        <Group justify="flex-end" gap="xs">
          <PlainButton onClick={onClose}>{keep}</PlainButton>
          <Button color="red.9" loading={act.isPending} onClick={() => act.mutate()}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
