import { type ButtonProps, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { Muted } from '@/components/ui/labels/texts';
import { PlainButton } from '@/components/ui/navigation/buttons';

import { FormDialog } from './dialog';

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
  const { title, name, text, action, failureText = 'nothing was changed', onName, onClose } = props;
  const [newName, setNewName] = useState(name.slice(0, MAX_LENGTH));
  const naming = useMutation({ mutationFn: onName, onSuccess: onClose });
  const fits = newName.trim() !== '';
  return (
    <FormDialog
      title={title}
      submit={action}
      ready={fits}
      busy={naming.isPending}
      error={naming.error}
      failureText={failureText}
      onSubmit={async () => fits && naming.mutateAsync(newName)}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        value={newName}
        maxLength={MAX_LENGTH}
        data-autofocus
        onChange={({ currentTarget }) => setNewName(currentTarget.value)}
      />
      {text && <Muted>{text}</Muted>}
    </FormDialog>
  );
}
