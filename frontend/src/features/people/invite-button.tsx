import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { invite, meQuery, type Role } from '@/api/queries/people';
import { FormDialog } from '@/components/ui/dialogs/dialog';
import { dateTime } from '@/components/words/format';

import { ROLES } from './accounts';

const LIVES = [
  { label: 'a day', value: '1' },
  { label: 'a week', value: '7' },
  { label: '30 days', value: '30' },
];

/** Makes a link for one person, and shows it once. */
export function InviteButton() {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button onClick={open}>Invite</Button>
      {isOpen && <InviteDialog onClose={close} />}
    </>
  );
}

function InviteDialog({ onClose }: { onClose: () => void }) {
  const [note, setNote] = useState('');
  const [role, setRole] = useState<Role>('operator');
  const [hosts, setHosts] = useState(false);
  const [days, setDays] = useState('7');
  const { data: me } = useQuery(meQuery);
  const creation = useMutation({ mutationFn: invite });
  const submit = () =>
    creation.mutateAsync({
      note: note.trim(),
      role,
      can_reach_hosts: hosts && role !== 'viewer',
      days: Number(days),
    });
  return (
    <FormDialog
      title="Invite somebody"
      submit="Make the link"
      ready={Boolean(note.trim())}
      busy={creation.isPending}
      error={creation.error}
      failureText="nobody was invited"
      creation={creation.data && shownOnce(creation.data)}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label="For whom"
        description="Only admins see it"
        required
        maxLength={120}
        data-autofocus
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <NativeSelect
        label="Role"
        data={ROLES}
        value={role}
        onChange={({ currentTarget }) => setRole(currentTarget.value as Role)}
      />
      <Checkbox
        label="May reach into hosts"
        description={
          me && !me.can_reach_hosts
            ? 'Only somebody with this right can give it'
            : 'nginx text of their own, kernel settings, interrupts, targets, testbeds'
        }
        checked={hosts && role !== 'viewer'}
        disabled={role === 'viewer' || !me?.can_reach_hosts}
        onChange={({ currentTarget }) => setHosts(currentTarget.checked)}
      />
      <NativeSelect
        label="The link works for"
        data={LIVES}
        value={days}
        onChange={({ currentTarget }) => setDays(currentTarget.value)}
      />
    </FormDialog>
  );
}

const shownOnce = ({ note, role, expires_at, url }: Awaited<ReturnType<typeof invite>>) => ({
  title: `An invitation for ${note}`,
  text: `Send this link to that person only. It makes one account as ${role}, works until ${dateTime(expires_at)}, and is not shown again.`,
  secret: url,
  label: 'Link of the invitation',
});
