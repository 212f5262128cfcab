import { Button, type ButtonProps, Modal, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';

import { makeToken } from '@/api/queries/enrolment';
import { Needs } from '@/components/domain/needs';

import { NewHost } from './new-host';
import { ReachNotice } from './reach-notice';
import { TokenForm } from './token-form';

/** Makes a token and follows the machine that comes with it. Its secret is gone when the dialog closes. */
export function AddHost({ atOnce = false, ...button }: ButtonProps & { atOnce?: boolean }) {
  const [isOpen, { open, close }] = useDisclosure(atOnce);
  const creation = useMutation({ mutationFn: makeToken });
  const start = () => {
    creation.reset();
    open();
  };
  return (
    <Needs right="admin">
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={start} {...button}>
        Add a host
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title="Add a host"
        size="lg"
        closeOnClickOutside={!creation.data}
      >
        {creation.data ? (
          <NewHost token={creation.data} onAgain={creation.reset} onClose={close} />
        ) : (
          <Stack gap="md">
            <ReachNotice />
            <TokenForm
              pending={creation.isPending}
              error={creation.error}
              onSubmit={creation.mutateAsync}
              onClose={close}
            />
          </Stack>
        )}
      </Modal>
    </Needs>
  );
}
