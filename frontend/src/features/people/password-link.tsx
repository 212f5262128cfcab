import { Anchor, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';

import { type Account, makePasswordLink } from '@/api/queries/people';
import { FormDialog } from '@/components/ui/dialogs/dialog';
import { dateTime } from '@/components/words/format';

/** Makes a link by which somebody who forgot a password sets a new one, and shows it once. */
export function PasswordLink({ account }: { account: Account }) {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Anchor
        component="button"
        type="button"
        fz="xs"
        onClick={open}
        aria-label={`Reset ${account.name}’s password`}
      >
        reset
      </Anchor>
      {isOpen && <PasswordLinkDialog account={account} onClose={close} />}
    </>
  );
}

function PasswordLinkDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const { id, name } = account;
  const creation = useMutation({ mutationFn: () => makePasswordLink(id) });
  return (
    <FormDialog
      title={`A new password for ${name}`}
      submit="Make the link"
      ready
      busy={creation.isPending}
      error={creation.error}
      failureText="there is no link"
      creation={
        creation.data && {
          title: `A link for ${name}`,
          text: `Send it to ${name} alone. It signs in once, until ${dateTime(creation.data.expires_at)}, and is not shown again.`,
          secret: creation.data.url,
          label: 'Link that sets a new password',
        }
      }
      onSubmit={() => creation.mutateAsync()}
      onClose={onClose}
    >
      <Text fz="sm">
        The link signs {name} in once, within a day, and leads to the account, where a new password is set
        without the current one. The audit log names you as its maker.
      </Text>
    </FormDialog>
  );
}
