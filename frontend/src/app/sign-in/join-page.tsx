import { Alert, Button, Divider, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { messageOf } from '@/api/errors';
import { join } from '@/api/queries/session';
import { setGate } from '@/api/session';
import { Form } from '@/components/ui/dialogs/form';

import { GatePage, LoginField, Refusal } from './sign-in-gate';
import { ProviderButton } from './provider-button';

const MIN_LENGTH = 12;

interface JoinPageProps {
  code: string;
  /** Why the invitation cannot be used. */
  problem?: string;
}

/** Shown to whoever opens an invitation: an account is made by choosing its name and password. */
export function JoinPage({ code, problem }: JoinPageProps) {
  return (
    <GatePage title="Join Dynoboard">
      {problem === undefined ? (
        <JoinForm code={code} />
      ) : (
        <Alert role="alert" styles={{ root: { background: 'var(--dyno-danger-soft)' } }}>
          {problem}
        </Alert>
      )}
      <Button variant="subtle" onClick={() => setGate({ isLocked: false, entering: false })}>
        I have an account
      </Button>
    </GatePage>
  );
}

function JoinForm({ code }: { code: string }) {
  const [login, setLogin] = useState('');
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const joining = useMutation({
    mutationFn: () => join({ code, login, name: name.trim() || login, password }),
  });
  const { error } = joining;
  const isPlaced = ['login', 'password', 'name'].some((field) => messageOf(error, field));

  return (
    <>
      <Text size="sm">You were invited. Choose how to sign in.</Text>
      <ProviderButton invitation={code}>
        <Divider label="or by a password" />
      </ProviderButton>
      <Form onSubmit={() => joining.mutateAsync()}>
        <Stack>
          <LoginField
            label="Sign-in name"
            description="Letters of a to z, digits or . _ @ + -"
            value={login}
            error={messageOf(error, 'login')}
            onChange={setLogin}
          />
          <TextInput
            label="Your name"
            description="As others see it; the sign-in name if left empty"
            autoComplete="name"
            maxLength={120}
            value={name}
            error={messageOf(error, 'name')}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <PasswordInput
            label="Password"
            description={`At least ${MIN_LENGTH} characters`}
            required
            minLength={MIN_LENGTH}
            autoComplete="new-password"
            value={password}
            error={messageOf(error, 'password')}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          {error && !isPlaced && <Refusal problem={error} />}
          <Button type="submit" loading={joining.isPending}>
            Make the account
          </Button>
        </Stack>
      </Form>
    </>
  );
}
