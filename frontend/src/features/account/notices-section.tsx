import { Checkbox, Group, Stack, Switch, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { permission, startTelling, stopTelling, useTells } from '@/api/followed';
import { changeOwnNotices, type OwnNotices, ownNoticesQuery } from '@/api/queries/notices';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { notify } from '@/components/ui/feedback/notices';
import { Section } from '@/components/ui/layout/section';
import { Muted } from '@/components/ui/labels/texts';
import { PlainButton } from '@/components/ui/navigation/buttons';
import { Form } from '@/components/ui/dialogs/form';

const WHY_NOT: Partial<Record<ReturnType<typeof permission>, string>> = {
  none: 'Browsers show notifications only for sites over HTTPS or on their own machine.',
  denied: 'This browser blocks notifications of this site: allow them in its site settings.',
};

/** What one is told oneself: by this browser, and by mail. */
export function NoticesSection({ hasAccount }: { hasAccount: boolean }) {
  return (
    <Section
      title="Told when it is done"
      caption="Admins set up webhooks, chats and mail to others under Notices."
    >
      <Stack gap="lg" maw={520}>
        <InThisBrowser />
        {hasAccount && <ByMail />}
      </Stack>
    </Section>
  );
}

function InThisBrowser() {
  const on = useTells();
  const [isRefused, setRefused] = useState(false);
  const reason = WHY_NOT[permission()];
  const set = async (isOn: boolean) => {
    if (isOn) setRefused(!(await startTelling()));
    else stopTelling();
  };
  return (
    <Switch
      label="By this browser"
      description={
        reason ?? 'For experiments that you launch in this browser, or chose on their page. Keep a tab open.'
      }
      error={isRefused && !reason && 'The browser did not allow it.'}
      checked={on}
      disabled={Boolean(reason)}
      onChange={({ currentTarget }) => void set(currentTarget.checked)}
    />
  );
}

function ByMail() {
  const { data } = useQuery(ownNoticesQuery);
  if (!data) return null;
  if (!data.has_mail) {
    return <Muted>The dashboard has no mail server; its operator can set one.</Muted>;
  }
  return <MailForm key={data.email} {...data} />;
}

function MailForm(notices: OwnNotices) {
  const [address, setAddress] = useState(notices.email ?? '');
  const [mailWhenDone, setDone] = useState(notices.mail_when_done ?? false);
  const hasAddress = address.trim() !== '';
  const save = useMutation({
    mutationFn: () =>
      changeOwnNotices({ email: address.trim() || null, mail_when_done: mailWhenDone && hasAddress }),
    onSuccess: () => void notify({ message: 'Your address was saved.' }),
  });
  return (
    <Form onSubmit={() => save.mutateAsync()}>
      <Stack gap="sm">
        <TextInput
          label="Mail address"
          type="email"
          maxLength={254}
          autoComplete="email"
          value={address}
          onChange={({ currentTarget }) => setAddress(currentTarget.value)}
        />
        <Checkbox
          label="Mail me when my experiments finish or fail"
          checked={mailWhenDone && hasAddress}
          disabled={!hasAddress}
          onChange={({ currentTarget }) => setDone(currentTarget.checked)}
        />
        {save.isError && <ErrorState error={save.error} failedPart="nothing was changed" />}
        <Group>
          <PlainButton type="submit" loading={save.isPending}>
            Save
          </PlainButton>
        </Group>
      </Stack>
    </Form>
  );
}
