import { Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { messageOf } from '@/api/errors';
import {
  changeReceiver,
  makeReceiver,
  ownNoticesQuery,
  type Receiver,
  type ReceiverIn,
  type ReceiverKind,
} from '@/api/queries/notices';
import { FormDialog } from '@/components/ui/dialogs/dialog';
import { KIND_WORDS, RECEIVER_KINDS, WAY_WORDS } from '@/components/words/notices';

type Way = ReceiverIn['way'];

const HINTS: Record<Way, string> = {
  webhook: 'https://… gets JSON, signed with a secret that is shown once',
  slack: 'https://… of an incoming webhook of Slack, Mattermost, Rocket.Chat or Discord (with /slack)',
  mail: 'of a person or a list, such as team@example.org',
};

interface DialogProps {
  /** The one to change; a new one without it. */
  receiver?: Receiver;
  onClose: () => void;
}

/** Makes or changes a receiver; the secret of a new webhook is shown once. */
export function ReceiverDialog({ receiver, onClose }: DialogProps) {
  const { data: ownNotices } = useQuery(ownNoticesQuery);
  const [name, setName] = useState(receiver?.name ?? '');
  const [way, setWay] = useState<Way>(receiver?.way ?? 'webhook');
  const [address, setAddress] = useState('');
  const [kinds, setKinds] = useState<string[]>(receiver?.kinds ?? ['finished', 'failed', 'worse']);
  const save = useMutation({
    mutationFn: async () => {
      const fields = { name: name.trim(), kinds: kinds as ReceiverKind[] };
      if (!receiver) return makeReceiver({ ...fields, way, address: address.trim() });
      await changeReceiver(receiver.id, { ...fields, address: address.trim() || null });
      return null;
    },
    onSuccess: (newReceiver) => {
      if (!newReceiver?.secret) onClose();
    },
  });
  const nameProblem = messageOf(save.error, 'name');
  const addressProblem = messageOf(save.error, 'address');
  return (
    <FormDialog
      title={receiver ? `Change “${receiver.name}”` : 'New receiver'}
      submit={receiver ? 'Save' : 'Make the receiver'}
      ready={Boolean(name.trim()) && kinds.length > 0}
      busy={save.isPending}
      error={nameProblem || addressProblem ? null : save.error}
      failureText="nothing was changed"
      creation={save.data?.secret ? shownOnce(save.data.name, save.data.secret) : undefined}
      onSubmit={() => save.mutateAsync()}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        required
        maxLength={80}
        data-autofocus
        value={name}
        error={nameProblem}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      {!receiver && (
        <NativeSelect
          label="By"
          data={(['webhook', 'slack', 'mail'] as const).map((value) => ({
            value,
            label:
              value === 'mail' && !ownNotices?.has_mail ? 'mail (no mail server is set)' : WAY_WORDS[value],
            disabled: value === 'mail' && !ownNotices?.has_mail,
          }))}
          value={way}
          onChange={({ currentTarget }) => setWay(currentTarget.value as Way)}
        />
      )}
      <TextInput
        label={receiver ? 'New address' : 'Address'}
        description={receiver ? `Empty: stays at ${receiver.place}` : HINTS[way]}
        required={!receiver}
        maxLength={2000}
        autoComplete="off"
        value={address}
        error={addressProblem}
        onChange={({ currentTarget }) => setAddress(currentTarget.value)}
      />
      <Checkbox.Group label="Told of" value={kinds} onChange={setKinds}>
        <Stack gap={6} mt={6}>
          {RECEIVER_KINDS.map((kind) => (
            <Checkbox key={kind} value={kind} label={KIND_WORDS[kind]} />
          ))}
        </Stack>
      </Checkbox.Group>
    </FormDialog>
  );
}

const shownOnce = (name: string, secret: string) => ({
  title: `Secret of “${name}”`,
  text: 'It signs every message. Copy it to the receiving program; it is not shown again.',
  secret,
  label: 'Secret',
});
