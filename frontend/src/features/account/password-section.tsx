import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { messageOf } from '@/api/errors';
import { changePassword } from '@/api/queries/people';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { notify } from '@/components/ui/feedback/notices';
import { Section } from '@/components/ui/layout/section';
import { Form } from '@/components/ui/dialogs/form';

const MIN_LENGTH = 12;

/** Sets or changes one’s own password. */
export function PasswordSection({ hasPassword }: { hasPassword: boolean }) {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const change = useMutation({
    mutationFn: () => changePassword({ current: current || null, new: next }),
    onSuccess: () => {
      setCurrent('');
      setNext('');
      notify({ message: 'Your password was set. Your other browsers were signed out.' });
    },
  });
  const [currentProblem, newProblem] = ['current', 'new'].map((field) => messageOf(change.error, field));
  return (
    <Section
      title="Password"
      caption={
        hasPassword
          ? 'Forgotten? Ask an admin for a link (under People), or use “dyno login” if you run the dashboard. Then you do not need the current one.'
          : 'Without a password nobody can sign in to your account by typing one.'
      }
    >
      <Form onSubmit={() => change.mutateAsync()}>
        <Stack maw={420}>
          {hasPassword && (
            <PasswordInput
              label="Current password"
              description="Not needed after signing in by a link"
              autoComplete="current-password"
              value={current}
              error={currentProblem}
              onChange={({ currentTarget }) => setCurrent(currentTarget.value)}
            />
          )}
          <PasswordInput
            label="New password"
            description={`At least ${MIN_LENGTH} characters`}
            required
            minLength={MIN_LENGTH}
            autoComplete="new-password"
            value={next}
            error={newProblem}
            onChange={({ currentTarget }) => setNext(currentTarget.value)}
          />
          {change.isError && !currentProblem && !newProblem && (
            <ErrorState error={change.error} failedPart="nothing was changed" />
          )}
          <Group>
            <Button type="submit" loading={change.isPending} disabled={next.length < MIN_LENGTH}>
              {hasPassword ? 'Change the password' : 'Set a password'}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Section>
  );
}
