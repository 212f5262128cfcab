import { Button, type ButtonProps, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { ErrorState } from '@/components/ui/feedback/error-state';
import { useFocusBack } from '@/components/ui/feedback/focus-back';
import { Muted } from '@/components/ui/labels/texts';
import { PlainButton } from '@/components/ui/navigation/buttons';

import { Form } from './form';

const MAX_LENGTH = 200;

interface NameDialogProps {
  title: string;
  /** The name on offer. */
  name: string;
  /** What pressing the button does. */
  text?: string;
  action: string;
  /** What an error means: “nothing was saved”. */
  failureText?: string;
  onName: (name: string) => Promise<unknown>;
  onClose: () => void;
}

interface NameButtonProps extends Omit<NameDialogProps, 'onClose'> {
  label: string;
  button?: ButtonProps;
}

/** Asks for a name; where it is not taken, the dialog stays and says why. */
export function NameButton({ label, button, ...dialog }: NameButtonProps) {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <PlainButton {...button} onClick={open}>
        {label}
      </PlainButton>
      {isOpen && <NameDialog {...dialog} onClose={close} />}
    </>
  );
}

/** Mounted when it opens, so that each time starts from the name on offer. */
function NameDialog(props: NameDialogProps) {
  useFocusBack();
  const { title, name, text, action, failureText = 'nothing was changed', onName, onClose } = props;
  const [newName, setNewName] = useState(name.slice(0, MAX_LENGTH));
  const naming = useMutation({ mutationFn: onName, onSuccess: onClose });
  const fits = newName.trim() !== '';
  return (
    <Modal opened onClose={onClose} title={title}>
      <Form onSubmit={async () => fits && naming.mutateAsync(newName)}>
        <Stack gap="md">
          <TextInput
            label="Name"
            value={newName}
            maxLength={MAX_LENGTH}
            data-autofocus
            onChange={({ currentTarget }) => setNewName(currentTarget.value)}
          />
          {text && <Muted>{text}</Muted>}
          {naming.isError && <ErrorState error={naming.error} failedPart={failureText} />}
          <Group justify="flex-end" gap="xs">
            <PlainButton onClick={onClose}>Cancel</PlainButton>
            <Button type="submit" disabled={!fits} loading={naming.isPending}>
              {action}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Modal>
  );
}
