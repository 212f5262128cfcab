import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';

import { makeToken } from '@/api/queries/enrolment';

import { NewHost } from './new-host';
import { TokenForm } from './token-form';

/** Makes a token and follows the machine that comes with it. Its secret is gone when the dialog closes. */
export function AddHost() {
  const [opened, { open, close }] = useDisclosure(false);
  const made = useMutation({ mutationFn: makeToken });
  const start = () => {
    made.reset();
    open();
  };
  return (
    <>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={start}>
        Add a host
      </Button>
      <Modal opened={opened} onClose={close} title="Add a host" size="lg" closeOnClickOutside={!made.data}>
        {made.data ? (
          <NewHost token={made.data} onAgain={made.reset} onClose={close} />
        ) : (
          <TokenForm pending={made.isPending} error={made.error} onSubmit={made.mutate} onClose={close} />
        )}
      </Modal>
    </>
  );
}
